"""Boards as SVG, for notebooks."""
from __future__ import annotations

from html import escape
from math import sqrt
from typing import Mapping, Sequence

RADIUS = 20.0
COLOURS = {"black": ("#222222", "#ffffff"), "white": ("#ffffff", "#222222")}
EDGES = {"black": "#222222", "white": "#c8c8c8"}


def board_svg(width: int, height: int, stones: Mapping[str, Sequence[int]], last: int, marks: Mapping[int, str]) -> str:
    step = RADIUS * sqrt(3)
    left, top = step, 2 * RADIUS

    def centre(cell: int) -> tuple[float, float]:
        column, row = cell % width, cell // width
        return left + step * (column + row / 2) + step / 2, top + 1.5 * RADIUS * row + RADIUS

    def corner(cell: int, index: int) -> tuple[float, float]:
        x, y = centre(cell)
        dx, dy = [(0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)][index]
        return x + RADIUS * dx, y + RADIUS * dy

    def points(pairs: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in pairs)

    cells = range(width * height)
    total = 2 * left + step * (width + (height - 1) / 2), 2 * top + 1.5 * RADIUS * height + RADIUS / 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total[0]:.0f} {total[1]:.0f}" width="{total[0]:.0f}" font-family="sans-serif" '
             'text-anchor="middle">']
    for cell in cells:
        parts.append(f'<polygon points="{points([corner(cell, i) for i in range(6)])}" fill="#f1dfb6" stroke="#8a7443"/>')
    sides = [("black", [c for c in cells if c < width], (5, 0, 1)), ("black", [c for c in cells if c >= width * (height - 1)], (4, 3, 2)),
             ("white", [c for c in cells if c % width == 0], (5, 4)), ("white", [c for c in cells if c % width == width - 1], (1, 2))]
    for colour, along, corners in sides:
        for cell in along:
            parts.append(f'<polyline points="{points([corner(cell, i) for i in corners])}" fill="none" stroke="{EDGES[colour]}" stroke-width="4"/>')
    for column in range(width):
        x, y = centre(column)
        parts.append(f'<text x="{x - step / 2:.1f}" y="{y - 1.3 * RADIUS:.1f}" font-size="12">{chr(97 + column)}</text>')
    for row in range(height):
        x, y = centre(row * width)
        parts.append(f'<text x="{x - step:.1f}" y="{y + 4:.1f}" font-size="12">{row + 1}</text>')
    for colour, numbers in stones.items():
        for cell in numbers:
            x, y = centre(cell)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.72 * RADIUS:.1f}" fill="{COLOURS[colour][0]}" stroke="#222222"/>')
            if cell == last:
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.2 * RADIUS:.1f}" fill="{COLOURS[colour][1]}"/>')
    for cell, text in marks.items():
        x, y = centre(cell)
        colour = next((COLOURS[c][1] for c, numbers in stones.items() if cell in numbers), "#222222")
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="12" fill="{colour}">{escape(text)}</text>')
    return "\n".join([*parts, "</svg>"])
