#!/usr/bin/env python3
"""Draws a training log as SVG: plot.py LOG OUT_DIR [--prefix NAME]. Needs nothing but Python.

Three pictures: strength (each slice against the one before, and the ratings that add up), learning (losses and
accuracies by board size over training time) and throughput.
"""
import argparse
import json
import math
import os

COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888", "#000000", "#ee8866"]


class Chart:
    """One set of axes with lines; written into an SVG at an offset."""

    def __init__(self, title, x_label, y_label, width=430, height=270):
        self.title, self.x_label, self.y_label, self.width, self.height = title, x_label, y_label, width, height
        self.lines, self.marks = [], []

    def line(self, name, points, dots=False):
        self.lines.append((name, points, dots))

    def mark(self, x):
        self.marks.append(x)

    @staticmethod
    def ticks(low, high, count=5):
        step = 10 ** math.floor(math.log10(max(high - low, 1e-9) / count))
        step *= min((1, 2, 5, 10), key=lambda k: abs((high - low) / (k * step) - count))
        first = math.ceil(low / step - 1e-9)
        return [k * step for k in range(first, int(math.floor(high / step + 1e-9)) + 1)]

    def svg(self, left, top):
        xs = [x for _, p, _ in self.lines for x, _ in p]
        ys = [y for _, p, _ in self.lines for _, y in p]
        x0, x1, y0, y1 = min(xs + [0]), max(xs), min(ys), max(ys)
        pad = 0.06 * (y1 - y0 or 1.0)
        y0, y1 = y0 - pad, y1 + pad
        a, b, c, d = left + 58, left + self.width - 74, top + 28, top + self.height - 42

        def at(x, y):
            return a + (x - x0) / (x1 - x0 or 1) * (b - a), d - (y - y0) / (y1 - y0) * (d - c)

        out = ['<text x="%d" y="%d" class="t">%s</text>' % (a, top + 16, self.title)]
        for y in self.ticks(y0, y1):
            out.append('<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="g"/>' % (a, b, at(x0, y)[1], at(x0, y)[1]))
            out.append('<text x="%.1f" y="%.1f" class="n" text-anchor="end">%g</text>' % (a - 5, at(x0, y)[1] + 3.5, round(y, 6)))
        for x in self.ticks(x0, x1):
            out.append('<text x="%.1f" y="%.1f" class="n" text-anchor="middle">%g</text>' % (at(x, y0)[0], d + 14, round(x, 6)))
        for x in self.marks:
            out.append('<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="m"/>' % (at(x, y0)[0], at(x, y0)[0], c, d))
        out.append('<text x="%.1f" y="%.1f" class="n" text-anchor="middle">%s</text>' % ((a + b) / 2, d + 30, self.x_label))
        out.append('<text transform="translate(%.1f,%.1f) rotate(-90)" class="n" text-anchor="middle">%s</text>' % (left + 14, (c + d) / 2, self.y_label))
        labels = []
        for k, (name, points, dots) in enumerate(self.lines):
            colour = COLOURS[k % len(COLOURS)]
            path = " ".join("%.1f,%.1f" % at(x, y) for x, y in points)
            out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.6"/>' % (path, colour))
            if dots:
                out += ['<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (at(x, y) + (colour,)) for x, y in points]
            if points:
                labels.append([at(*points[-1])[1], name, colour])
        labels.sort()
        for k in range(1, len(labels)):  # keep names apart
            labels[k][0] = max(labels[k][0], labels[k - 1][0] + 12)
        over = max(0.0, labels[-1][0] - d - 6) if labels else 0.0
        for y, name, colour in labels:
            out.append('<text x="%.1f" y="%.1f" class="n" fill="%s">%s</text>' % (b + 6, y - over + 3.5, colour, name))
        return "\n".join(out)


def write(path, charts, columns=2):
    rows = (len(charts) + columns - 1) // columns
    width, height = charts[0].width * min(columns, len(charts)), charts[0].height * rows
    body = "\n".join(c.svg(c.width * (k % columns), c.height * (k // columns)) for k, c in enumerate(charts))
    style = ("<style>text{font-family:sans-serif;font-size:11px}.t{font-size:13px;font-weight:bold}.g{stroke:#ddd}"
             ".m{stroke:#999;stroke-dasharray:4 3}</style>")
    with open(path, "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">%s<rect width="100%%" height="100%%" fill="white"/>\n%s\n</svg>\n'
                % (width, height, style, body))


def read(path):
    """Events with their place on one time axis: seconds of training, restarts and measuring left out."""
    events, done, begin = [], 0.0, 0.0
    with open(path) as f:
        for line in f:
            e = json.loads(line)
            if e["event"] == "slice_begin":
                begin = e["t"]
            if e["event"] == "slice_end":
                done += e["seconds"]
                e["at"] = done
            else:
                e["at"] = done + max(0.0, e["t"] - begin)
            events.append(e)
    return events


def elo(share):
    share = min(max(share, 0.01), 0.99)
    return 400.0 * math.log10(share / (1.0 - share))


def strength(events):
    ends = [e for e in events if e["event"] == "slice_end"]
    share = Chart("each slice against the one before, 64 simulations", "seconds of training", "games won, %")
    total = Chart("differences added up", "seconds of training", "Elo over slice 1")
    truth = Chart("openings valued rightly (net alone)", "seconds of training", "%")
    for n in ("9", "11"):
        rated = [e for e in ends if n in e["against_previous"]]
        points, rating = [], 0.0
        share.line(n + "x" + n, [(e["at"], 100.0 * e["against_previous"][n][0] / e["against_previous"][n][1]) for e in rated], True)
        for e in rated:
            rating += elo(e["against_previous"][n][0] / e["against_previous"][n][1])
            points.append((e["at"], rating))
        total.line(n + "x" + n, [(ends[0]["at"], 0.0)] + points, True)
    for n in ("5", "6", "7"):
        truth.line(n + "x" + n, [(e["at"], 100.0 * e["truth"][n][0] / e["truth"][n][2]) for e in ends if n in e["truth"]], True)
    return [share, total, truth]


def learning(events):
    steps, charts = [e for e in events if e["event"] == "progress"], []
    ends = [e["at"] for e in events if e["event"] == "slice_end"][:-1]
    sizes = ["5x5", "6x6", "7x7", "8x8", "9x9", "11x11", "13x13"]
    for title, unit, get in (
            ("value right (sign of v against the result)", "%", lambda d: 100.0 * d["value_right"]),
            ("policy's first choice is the search's", "%", lambda d: 100.0 * d["policy_right"]),
            ("policy loss above the target's entropy", "nats", lambda d: d["policy"] - d["target_entropy"]),
            ("q loss (weighted 0.5)", "nats", lambda d: d["q"])):
        chart = Chart(title, "seconds of training", unit)
        for n in sizes:
            points = [(e["at"], get(e[n])) for e in steps if n in e]
            smooth = [(points[k][0], sum(y for _, y in points[max(0, k - 3):k + 1]) / len(points[max(0, k - 3):k + 1]))
                      for k in range(len(points))]
            chart.line(n, [p for p in smooth if p[0] > 5])
        for x in ends:
            chart.mark(x)
        charts.append(chart)
    return charts


def throughput(events):
    steps = [e for e in events if e["event"] == "progress" and e["at"] > 5]
    ends = [e["at"] for e in events if e["event"] == "slice_end"][:-1]
    charts = []
    for title, unit, get in (("positions searched", "thousands a second", lambda e: e["searches_s"] / 1e3),
                             ("games finished", "a second", lambda e: e["games_s"]),
                             ("updates of 4,096 positions", "a second", lambda e: e["updates_s"]),
                             ("recorded length of a game (slice average)", "moves", lambda e: e["plies"])):
        chart = Chart(title, "seconds of training", unit)
        chart.line("", [(e["at"], get(e)) for e in steps if get(e) > 0])
        for x in ends:
            chart.mark(x)
        charts.append(chart)
    return charts


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("log")
    p.add_argument("out")
    p.add_argument("--prefix", default="training")
    args = p.parse_args()
    events = read(args.log)
    os.makedirs(args.out, exist_ok=True)
    for name, charts, columns in (("strength", strength(events), 3), ("learning", learning(events), 2), ("throughput", throughput(events), 2)):
        write(os.path.join(args.out, "%s_%s.svg" % (args.prefix, name)), charts, columns)


if __name__ == "__main__":
    main()
