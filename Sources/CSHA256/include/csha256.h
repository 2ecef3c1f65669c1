#ifndef CSHA256_H
#define CSHA256_H
#endif
