// JavaScript peers of the benchmark. Reads one JSON question a line, answers one JSON line; seconds are measured here, without the pipe.
import { createInterface } from 'node:readline'
import { defineHex, line } from 'honeycomb-grid'
import PreciseShadowcasting from 'rot-js/lib/fov/precise-shadowcasting.js'

const world = { columns: 0, rows: 0, width: 0, level: null, block: null, height: null, hexes: [] }
const WALL = 99
const Tile = defineHex({ orientation: 'FLAT', offset: -1 })
// what line() makes of each step: honeycomb's own hex, as its types ask for, or the bare coordinates it hands over
const makers = { hexes: (coordinates) => new Tile(coordinates), coordinates: (coordinates) => coordinates }

// hexes by (u, y): the column from 0 and half hexes down; off the map `block` is a wall, so that rot.js stops there, and `height` is open
function load({ columns, rows, hexes }) {
  world.columns = columns
  world.rows = rows
  world.width = 2 * rows
  world.level = new Uint8Array(columns * world.width)
  world.block = new Uint8Array(columns * world.width).fill(WALL)
  world.height = new Uint8Array(columns * world.width)
  world.hexes = hexes
  for (const [u, y, level, blocks] of hexes) {
    world.level[u * world.width + y] = level
    world.height[u * world.width + y] = world.block[u * world.width + y] = blocks ? WALL : level
  }
  return { loaded: hexes.length }
}

// rot.js turns its hexes the other way: its x is our y, its y our u
function lightFrom(source, limit) {
  const { width, columns, block } = world
  return (y, u) => {
    if (u < 0 || y < 0 || u >= columns || y >= width) return false
    const cell = u * width + y
    return block[cell] <= limit || cell === source
  }
}

// the least radius that takes in the whole map from (u, y)
function reachOf(u, y) {
  let most = 0
  for (const [cu, cy] of [[0, 0], [world.columns - 1, 0], [0, world.width - 2], [world.columns - 1, world.width - 2]]) {
    const du = Math.abs(cu - u), dy = Math.abs(cy - y)
    most = Math.max(most, du, Math.ceil((du + dy) / 2))
  }
  return most
}

// the place of each hex in the list of hexes, by cell
function indexes() {
  const index = new Int32Array(world.columns * world.width).fill(-1)
  world.hexes.forEach(([u, y], k) => { index[u * world.width + y] = k })
  return index
}

function at(index, u, y) {
  return u >= 0 && y >= 0 && u < world.columns && y < world.width ? index[u * world.width + y] : -1
}

function view(u, y, radius, see) {
  const source = u * world.width + y
  new PreciseShadowcasting(lightFrom(source, world.level[source]), { topology: 6 }).compute(y, u, radius, see)
}

const asks = {
  load,
  // every hex looks round once, with its own level as the limit; what either end sees fills the table of ordered pairs
  rot() {
    const count = world.hexes.length
    const index = indexes()
    const start = performance.now()
    const table = new Uint8Array(count * count)
    world.hexes.forEach(([u, y], me) => view(u, y, reachOf(u, y), (sy, su) => {
      const other = at(index, su, sy)
      if (other >= 0) table[me * count + other] = table[other * count + me] = 1
    }))
    return { seconds: (performance.now() - start) / 1000, clear: table.reduce((sum, one) => sum + one, 0) - count }
  },
  rot_one({ u, y, radius, times }) {
    const seen = new Uint8Array(world.columns * world.width)
    const far = radius ?? reachOf(u, y)
    const start = performance.now()
    for (let k = 0; k < times; k++) view(u, y, far, (sy, su) => { if (su >= 0 && sy >= 0) seen[su * world.width + sy] = 1 })
    return { seconds: (performance.now() - start) / 1000 / times }
  },
  // the hexes seen from each hex, as indexes into the hexes given, to compare answers
  rot_seen() {
    const index = indexes()
    return { seen: world.hexes.map(([u, y]) => {
      const found = []
      view(u, y, reachOf(u, y), (sy, su) => { if (at(index, su, sy) >= 0) found.push(at(index, su, sy)) })
      return found
    }) }
  },
  // honeycomb's line between two hexes, then the hexes on it are looked up until one blocks
  honeycomb({ pairs, makes }) {
    const { width, level, height, hexes } = world
    const make = makers[makes]
    const cube = hexes.map(([u, y]) => { const r = (y - u) / 2; return { q: u, r, s: -u - r } })
    const cell = hexes.map(([u, y]) => u * width + y)
    let clear = 0
    const start = performance.now()
    for (const [a, b] of pairs) {
      const limit = Math.max(level[cell[a]], level[cell[b]])
      const hexesOn = line({ start: cube[a], stop: cube[b] })(make)
      const last = hexesOn.length - 1
      let k = 1
      for (; k < last; k++) {
        const { q, r } = hexesOn[k]
        if (height[q * width + 2 * r + q] > limit) break
      }
      if (k >= last) clear++
    }
    return { seconds: (performance.now() - start) / 1000 / pairs.length, clear }
  },
}

for await (const text of createInterface({ input: process.stdin })) {
  if (!text.trim()) continue
  const question = JSON.parse(text)
  process.stdout.write(JSON.stringify(asks[question.ask](question)) + '\n')
}
