#!/usr/bin/env python3
"""Parses a page and complains of elements that aren't closed where they were opened, and of anything that would make a
browser ask for something outside the page.  Prints the page's text."""
import html.parser, sys

VOID = {"meta", "br", "hr", "img", "input", "link"}
ASKING = {"src", "href", "srcset", "action", "data", "poster", "xlink:href", "background", "formaction", "ping"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.bad, self.words, self.ids = [], [], [], set()

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.bad.append("an attribute twice in %s at %s" % (tag, self.getpos()))
        for name, value in attributes:
            if name in ASKING or name.startswith("on"):
                self.bad.append("%s has %s at %s" % (tag, name, self.getpos()))
            if name == "id":
                if value in self.ids:
                    self.bad.append("id %s twice" % value)
                self.ids.add(value)
        if tag in ("link", "iframe", "img", "object", "embed", "base", "form"):
            self.bad.append("%s at %s" % (tag, self.getpos()))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append("</%s> closes nothing at %s" % (tag, self.getpos()))

    def handle_data(self, data):
        self.words.append(data)


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
page.bad += ["%s is never closed" % tag for tag in page.open]
page.bad += ["the page holds %s" % word for word in ("http:", "https:", "url(", "@import", "fetch(", "XMLHttp", "//")
             if word in text]
print("\n".join(page.bad))
sys.exit(1 if page.bad else 0)
