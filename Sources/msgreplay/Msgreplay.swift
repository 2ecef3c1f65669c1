@main
struct Msgreplay {
    static func main() {}
}
