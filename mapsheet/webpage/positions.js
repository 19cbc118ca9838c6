// @ts-check
// Positions as text: position/1 in TOML or JSON, read into units and written down again.

/**
 * A unit as a position tells it.
 * @typedef {{at: string, side: string, code: string, counter: string, blocks: boolean, class: string, movement: number|null}} UnitText
 */

const TEXTS = ["at", "counter", "side", "code", "class", "group", "charge", "marker", "spent"];
const UNIT_KEYS = {
  ...Object.fromEntries(TEXTS.map((key) => [key, "string"])), blocks: "boolean", back: "boolean", movement: "number", rout: "number",
};

/** The units of a position; throws what is wrong in words. @returns {UnitText[]} */
function positionOf(text, map) {
  const told = text.trim().startsWith("{") ? JSON.parse(text) : tomlOf(text);
  if (told.format !== "position/1") throw new Error('expected format = "position/1"');
  if (told.map && map && told.map !== map) throw new Error(`expected a position of the map ${map}, got ${told.map}`);
  if (!Array.isArray(told.unit ?? [])) throw new Error("expected unit to be a list of tables");
  return (told.unit ?? []).map(unitOf);
}

/** @returns {UnitText} */
function unitOf(table, k) {
  for (const [key, value] of Object.entries(table ?? {})) {
    if (!(key in UNIT_KEYS) && key !== "provenance") throw new Error(`unit ${k + 1}: unknown key ${key}`);
    if (key in UNIT_KEYS && typeof value !== UNIT_KEYS[key]) throw new Error(`unit ${k + 1}: ${key} is no ${UNIT_KEYS[key]}`);
  }
  if (!table?.at) throw new Error(`unit ${k + 1}: lacks at`);
  return { ...plainUnit(table.at), ...Object.fromEntries(Object.entries(table).filter(([key]) => key !== "provenance")) };
}

/** A unit of which only is known where it stands. @returns {UnitText} */
function plainUnit(at) {
  return { at, side: "", code: "", counter: "", blocks: true, class: "", movement: null };
}

/** The tables of a position file: of TOML only what such files hold. */
function tomlOf(text) {
  const found = {};
  let table = found;
  text.split(/\r?\n/).forEach((line, k) => {
    const bare = line.trim();
    const pair = /^([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|true|false|-?\d+)\s*(?:#.*)?$/.exec(bare);
    if (/^\[\[unit\]\]\s*(#.*)?$/.test(bare)) (found.unit ??= []).push((table = {}));
    else if (pair) table[pair[1]] = JSON.parse(pair[2]);
    else if (bare && !bare.startsWith("#")) throw new Error(`line ${k + 1}: cannot be read: ${bare.slice(0, 40)}`);
  });
  return found;
}

/** Units written down as a position file. */
function positionText(units, map) {
  const tables = units.map((unit) => {
    const lines = ["[[unit]]", `at = ${JSON.stringify(unit.at)}`];
    for (const key of [...TEXTS.slice(1), "back", "rout"]) if (unit[key]) lines.push(`${key} = ${JSON.stringify(unit[key])}`);
    if (unit.movement !== null) lines.push(`movement = ${unit.movement}`);
    if (!unit.blocks) lines.push("blocks = false");
    return lines.join("\n");
  });
  return ['format = "position/1"' + (map ? `\nmap = ${JSON.stringify(map)}` : ""), ...tables].join("\n\n") + "\n";
}
