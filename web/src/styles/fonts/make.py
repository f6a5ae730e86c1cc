"""Makes the two font files of the site, reduced to the characters that Nigerian pages need: atkinson.woff2 for English, and
letters.woff2 with accented and dotted letters, which browsers load only for a page that has one of them.

Takes the Latin variable file of the npm package @fontsource-variable/atkinson-hyperlegible-next (5.3.0),
limits the weight axis to 400-750 (there is a master at 750; more weights make the file a third larger), and adds
missing characters: the dotted letters of Yoruba and Igbo and the naira sign, composed from existing outlines. It
also removes the slash from the zero: with blurred sight, "8:00" with slashed zeros looks like "8:88", and nothing on
the site needs the slash to tell a zero from a capital O (the discount codes have no O). Needs fonttools and brotli
from PyPI:

    python3 make.py path/to/atkinson-hyperlegible-next-latin-wght-normal.woff2
"""

import copy
import io
import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent, GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer
from fontTools.varLib.iup import iup_delta, iup_delta_optimize

LATIN = [*range(0x20, 0x7F), 0xA0, *map(ord, "£§©®°·«»×")]
ACCENTED = [*map(ord, "áàâäçéèêëíìîïñóòôöúùûüÁÀÂÄÇÉÈÊËÍÌÎÏÑÓÒÔÖÚÙÛÜ")]
PUNCTUATION = [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026]
TONES = [0x300, 0x301, 0x304]
DOT_BELOW = {0x1EB8: "E", 0x1EB9: "e", 0x1ECC: "O", 0x1ECD: "o", 0x1E62: "S", 0x1E63: "s",
             0x1ECA: "I", 0x1ECB: "i", 0x1EE4: "U", 0x1EE5: "u"}
ABOVE = {0x143: ("N", 0x301), 0x144: ("n", 0x301), 0x1F8: ("N", 0x300), 0x1F9: ("n", 0x300)}
DOT_ABOVE = {0x1E44: "N", 0x1E45: "n"}
NAIRA = 0x20A6
# Of the 1,000 units of an em.
MIN_KERNING = 13
MAX_DEVIATION = 3


def centre(font, name):
    glyph = font["glyf"][name]
    return (glyph.xMin + glyph.xMax) // 2


def add_composite(font, codepoint, base, parts):
    """Adds a composite glyph of `base` and `parts` [(name, dx, dy)] whose width varies with the weight as that of `base`."""
    name = f"uni{codepoint:04X}"
    glyph = Glyph()
    glyph.numberOfContours = -1
    glyph.components = []
    for index, (part, dx, dy) in enumerate([(base, 0, 0), *parts]):
        component = GlyphComponent()
        component.glyphName, component.x, component.y = part, dx, dy
        component.flags = 0x4 | (0x200 if index == 0 else 0)
        glyph.components.append(component)
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    font["glyf"].glyphOrder = font.getGlyphOrder()
    font["hmtx"][name] = font["hmtx"][base]
    glyph.recalcBounds(font["glyf"])
    font["gvar"].variations[name] = [
        TupleVariation(v.axes, [(0, 0)] + [
            # A part moves by half of the base's growth, so that it stays centred.
            ((v.coordinates[-3] or (0, 0))[0] // 2, 0) for _ in parts
        ] + [p or (0, 0) for p in v.coordinates[-4:]])
        for v in font["gvar"].variations[base]
    ]
    for table in font["cmap"].tables:
        table.cmap[codepoint] = name
    share_anchors(font, base, name)


def share_anchors(font, base, name):
    """Copies the anchors of `base`, so that tone marks have the same position on the new letter."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            subtable = getattr(subtable, "ExtSubTable", subtable)
            if subtable.LookupType == 4 and base in subtable.BaseCoverage.glyphs:
                index = subtable.BaseCoverage.glyphs.index(base)
                subtable.BaseCoverage.glyphs.append(name)
                subtable.BaseArray.BaseRecord.append(copy.deepcopy(subtable.BaseArray.BaseRecord[index]))
                subtable.BaseArray.BaseCount += 1


def remove_zero_slash(font):
    """Redraws the counter of the zero: mirrors its lower left quarter, which the slash does not touch."""
    name = font.getBestCmap()[ord("0")]
    glyph = font["glyf"][name]
    points, ends, flags = glyph.getCoordinates(font["glyf"])
    (heavier,) = font["gvar"].variations[name]
    rim = bottom = ends[0] + 1
    left, top = ends[1] - 3, ends[2] - 2
    quarter = [bottom, *range(ends[1], left - 1, -1)]

    def counter(shape):
        across, along = 2 * shape[bottom][0], shape[bottom][1] + shape[top][1]
        south_west = [shape[place] for place in quarter]
        south_east = [(across - x, y) for x, y in south_west]
        north_west = [(x, along - y) for x, y in south_west]
        north_east = [(across - x, along - y) for x, y in south_west]
        return south_east[:-1] + north_east[:0:-1] + north_west[:-1] + south_west[:0:-1]

    # The variation deltas are mirrored in the same way as the points.
    new_points, new_deltas = counter(points), counter(heavier.coordinates)
    on_curve = [flags[place] for place in quarter]
    glyph.coordinates = GlyphCoordinates([*points[:rim], *new_points])
    glyph.flags = bytearray([*flags[:rim], *(on_curve[:-1] + on_curve[:0:-1]) * 2])
    glyph.endPtsOfContours = [ends[0], ends[0] + len(new_points)]
    glyph.numberOfContours = 2
    glyph.recalcBounds(font["glyf"])
    heavier.coordinates = [*heavier.coordinates[:rim], *new_deltas, *heavier.coordinates[-4:]]


def fix_kerning(font):
    """Uses the kerning of the regular weight for all weights: variable kerning would be a tenth of the file. Leaves out what is
    less than a quarter of a pixel at the size of the text."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            if subtable.LookupType == 2:
                subtable.ValueFormat1 &= 0x0F
                subtable.ValueFormat2 &= 0x0F
                for value in values_of(subtable):
                    if value is not None:
                        value.__dict__.pop("XAdvDevice", None)
                        if abs(getattr(value, "XAdvance", 0)) < MIN_KERNING:
                            value.XAdvance = 0


def smooth_weights(font):
    """Leaves out points of the heavier weight that its other points imply to within a quarter of a pixel in a headline."""
    glyf = font["glyf"]
    for name, variations in font["gvar"].variations.items():
        points, control = glyf._getCoordinatesAndControls(name, font["hmtx"].metrics)
        for variation in variations:
            deltas = iup_delta(variation.coordinates, points, control.endPts)
            deltas = [(round(x), round(y)) for x, y in deltas]
            variation.coordinates = list(iup_delta_optimize(deltas, points, control.endPts, tolerance=MAX_DEVIATION))


def values_of(subtable):
    if subtable.Format == 1:
        records = [record for pairs in subtable.PairSet for record in pairs.PairValueRecord]
    else:
        records = [record for row in subtable.Class1Record for record in row.Class2Record]
    return [value for record in records for value in (record.Value1, record.Value2)]


def subset(font, unicodes, features):
    options = Options()
    options.layout_features = features
    options.name_IDs = [1, 2, 4, 6, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)


def save_part(font, target, unicodes, features):
    """Saves a copy of the font with these characters only."""
    whole = io.BytesIO()
    font.save(whole)
    part = TTFont(whole)
    subset(part, unicodes, features)
    part["post"].formatType = 3
    part.flavor = "woff2"
    part.save(target)


def main(source):
    font = TTFont(source)
    subset(font, [*LATIN, *ACCENTED, *PUNCTUATION, *TONES], ["kern", "mark", "mkmk", "ccmp"])
    instancer.instantiateVariableFont(font, {"wght": (400, 400, 750)}, inplace=True)

    fix_kerning(font)
    remove_zero_slash(font)

    cmap = font.getBestCmap()
    glyf = font["glyf"]
    dot = cmap[ord(".")]
    height = glyf[dot].yMax - glyf[dot].yMin
    for codepoint, letter in DOT_BELOW.items():
        base = cmap[ord(letter)]
        add_composite(font, codepoint, base, [(dot, centre(font, base) - centre(font, dot), -height - 85)])
    for codepoint, letter in DOT_ABOVE.items():
        base = cmap[ord(letter)]
        add_composite(font, codepoint, base, [(dot, centre(font, base) - centre(font, dot), glyf[base].yMax + 90)])
    for codepoint, (letter, tone) in ABOVE.items():
        base, mark, low = cmap[ord(letter)], cmap[tone], cmap[ord("x")]
        add_composite(font, codepoint, base, [
            (mark, centre(font, base) - centre(font, mark), glyf[base].yMax - glyf[low].yMax)])
    base, bars = cmap[ord("N")], cmap[ord("=")]
    middle = (glyf[base].yMax - glyf[bars].yMin - glyf[bars].yMax) // 2
    add_composite(font, NAIRA, base, [(bars, centre(font, base) - centre(font, bars), middle)])

    for tag in ("HVAR", "MVAR", "STAT", "DSIG"):
        if tag in font:
            del font[tag]
    smooth_weights(font)
    font.flavor = None
    # Browsers draw a plain letter with a tone mark as the accented letter. Where there is none, such as for m, the fallback
    # font draws both.
    save_part(font, "atkinson.woff2", [*LATIN, *PUNCTUATION, NAIRA], ["kern"])
    letters = [*ACCENTED, *TONES, *DOT_BELOW, *DOT_ABOVE, *ABOVE]
    save_part(font, "letters.woff2", letters, ["kern", "mark", "mkmk", "ccmp"])


main(*sys.argv[1:])
