"""Tiled's XML and the values of its JSON, each from the other; documents with a DOCTYPE or entities are refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError, Fault

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_FORBIDDEN = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_MAP_KEYS = (
    *("version", "tiledversion", "orientation", "renderorder", "compressionlevel", "width", "height", "tilewidth", "tileheight"),
    *("infinite", "hexsidelength", "staggeraxis", "staggerindex", "nextlayerid", "nextobjectid"),
)
_LAYER_KEYS = ("id", "name", "width", "height", "opacity", "visible", "offsetx", "offsety")
_OBJECT_KEYS = ("id", "name", "type", "class", "gid", "x", "y", "width", "height", "rotation", "visible", "template")
_TILESET_KEYS = ("firstgid", "source", "name", "tilewidth", "tileheight", "spacing", "margin", "tilecount", "columns")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_DECIMAL = re.compile(r"-?[0-9]{0,18}(?:\.[0-9]{0,18})?(?:[eE][+-]?[0-9]{1,2})?")
_TEXTS = frozenset({"version", "tiledversion", "name", "type", "class", "source", "template", "encoding", "compression"})
MOST_NESTED = 50


# -- out -----------------------------------------------------------------------------------------------------------------


def to_xml(data: dict[str, Any]) -> str:
    """Return a map as Tiled's XML."""
    from xml.etree import ElementTree as ET

    root = _element("map", data, _MAP_KEYS)
    _properties(root, data["properties"])
    for tileset in data["tilesets"]:
        _tileset(root, tileset)
    for layer in data["layers"]:
        _layer(root, layer)
    ET.indent(root, space=" ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _element(tag: str, data: dict[str, Any], keys: tuple[str, ...], parent: Element | None = None) -> Element:
    from xml.etree.ElementTree import Element

    made = Element(tag, {key: _text(data[key]) for key in keys if key in data and data[key] != ""})
    if parent is not None:
        parent.append(made)
    return made


def _properties(parent: Element, properties: list[dict[str, Any]]) -> None:
    if not properties:
        return
    listed = _element("properties", {}, (), parent)
    for one in properties:
        value = str(one["value"]).lower() if one["type"] == "bool" else str(one["value"])
        typed = {"name": one["name"], "type": "" if one["type"] == "string" else one["type"]}
        made = _element("property", typed, ("name", "type"), listed)
        if "\n" in value:
            made.text = value
        else:
            made.set("value", value)


def _tileset(root: Element, tileset: dict[str, Any]) -> None:
    made = _element("tileset", tileset, _TILESET_KEYS, root)
    image = {"source": tileset["image"], "width": tileset["imagewidth"], "height": tileset["imageheight"]}
    _element("image", image, ("source", "width", "height"), made)
    for tile in tileset["tiles"]:
        _properties(_element("tile", tile, ("id", "type"), made), tile.get("properties", []))


def _layer(root: Element, layer: dict[str, Any]) -> None:
    if layer["type"] == "tilelayer":
        made = _element("layer", layer, ("id", "name", "width", "height"), root)
        data = _element("data", {"encoding": "csv"}, ("encoding",), made)
        wide = layer["width"]
        rows = [layer["data"][k : k + wide] for k in range(0, len(layer["data"]), wide)]
        data.text = "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"
        return
    made = _element("objectgroup", layer, ("draworder", "id", "name"), root)
    for one in layer["objects"]:
        _object(made, one)


def _object(group: Element, one: dict[str, Any]) -> None:
    made = _element("object", {key: value for key, value in one.items() if key != "visible" and value != 0}, _OBJECT_KEYS, group)
    made.set("x", _text(one["x"]))
    made.set("y", _text(one["y"]))
    _properties(made, one["properties"])
    if "point" in one:
        _element("point", {}, (), made)
    if "polyline" in one:
        points = " ".join(f"{p['x']:g},{p['y']:g}" if _is_short(p) else f"{p['x']},{p['y']}" for p in one["polyline"])
        _element("polyline", {"points": points}, ("points",), made)
    if "text" in one:
        text = _element("text", {"pixelsize": one["text"]["pixelsize"]}, ("pixelsize",), made)
        text.text = one["text"]["text"]


def _is_short(point: dict[str, float]) -> bool:
    return all(float(f"{value:g}") == value for value in point.values())


# -- in ------------------------------------------------------------------------------------------------------------------


def from_xml(text: str, name: str) -> dict[str, Any]:
    """Return the values that Tiled's JSON has for a map or a tileset in XML; DataError for what is damaged or hostile."""
    from xml.etree import ElementTree as ET

    if _FORBIDDEN.search(text):
        raise DataError(Fault("holds a DOCTYPE or an ENTITY, which are not read", name))
    try:
        root = ET.fromstring(text)
    except (ET.ParseError, ValueError, RecursionError) as error:
        raise DataError(Fault(f"is no XML: {error}", name)) from None
    if root.tag not in ("map", "tileset"):
        raise DataError(Fault("is no map or tileset of Tiled", name))
    return _read_tileset(root) if root.tag == "tileset" else _read_map(root)


def _value(key: str, text: str) -> Any:
    if key in _TEXTS:
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if text not in ("", ".", "-") and _DECIMAL.fullmatch(text) else text


def _attributes(element: Element) -> dict[str, Any]:
    return {key: _value(key, text) for key, text in element.attrib.items()}


def _read_map(root: Element) -> dict[str, Any]:
    data = _attributes(root)
    data["infinite"] = data.get("infinite", 0) != 0
    data["properties"] = _read_properties(root)
    data["tilesets"] = [_read_tileset(one) for one in root.findall("tileset")]
    data["layers"] = _read_layers(root, 0)
    return data


def _read_properties(element: Element) -> list[dict[str, Any]]:
    return [_read_property(one) for one in element.findall("properties/property")]


def _read_property(element: Element) -> dict[str, Any]:
    kind, text = element.get("type", "string"), element.get("value")
    text = (element.text or "") if text is None else text
    value: Any = text
    if kind == "bool":
        value = text == "true"
    elif kind in ("int", "float", "object"):
        value = _value("", text)
    return {"name": element.get("name", ""), "type": kind, "value": value}


def _read_tileset(element: Element) -> dict[str, Any]:
    data = _attributes(element)
    data["tiles"] = [{**_attributes(one), "properties": _read_properties(one)} for one in element.findall("tile")]
    return data


def _read_layers(parent: Element, depth: int) -> list[dict[str, Any]]:
    kinds = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
    found = []
    for element in parent if depth < MOST_NESTED else ():
        if element.tag not in kinds:
            continue
        layer = {"visible": True, **_attributes(element), "type": kinds[element.tag], "properties": _read_properties(element)}
        layer["visible"] = layer["visible"] not in (0, False)
        if element.tag == "layer":
            _read_data(element, layer)
        elif element.tag == "objectgroup":
            layer["objects"] = [_read_object(one) for one in element.findall("object")]
        elif element.tag == "group":
            layer["layers"] = _read_layers(element, depth + 1)
        found.append(layer)
    return found


def _read_data(element: Element, layer: dict[str, Any]) -> None:
    data = element.find("data")
    if data is None:
        return
    layer |= {key: data.get(key, "") for key in ("encoding", "compression")}
    if data.find("chunk") is not None:
        layer["chunks"] = [{}]
    if not layer["encoding"]:
        layer["data"] = [_value("", one.get("gid", "0")) for one in data.findall("tile")]
    else:
        layer["data"] = data.text or ""


def _read_object(element: Element) -> dict[str, Any]:
    one = {"x": 0, "y": 0, **_attributes(element), "properties": _read_properties(element)}
    for shape in ("point", "ellipse"):
        if element.find(shape) is not None:
            one[shape] = True
    for shape in ("polyline", "polygon"):
        drawn = element.find(shape)
        if drawn is not None:
            one[shape] = [_read_point(pair) for pair in drawn.get("points", "").split()]
    words = element.find("text")
    if words is not None:
        one["text"] = {"text": words.text or ""}
    return one


def _read_point(text: str) -> dict[str, Any]:
    x, _, y = text.partition(",")
    return {"x": _value("", x), "y": _value("", y)}
