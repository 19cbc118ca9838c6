// @ts-check
// Points and texts: read, written, compared.

/** Compare two lists of numbers or texts by their first difference. */
function compared(x, y) {
  const k = x.findIndex((value, at) => value !== y[at]);
  return k < 0 ? 0 : x[k] < y[k] ? -1 : 1;
}

/** Points as they are written, read into parts of a point: `3`, `3/2` or `1.5`; null for anything else. */
function partsOf(text, scale) {
  const found = /^(\d{1,7})(?:\/(\d{1,4})|\.(\d{1,4}))?$/.exec(text.trim());
  if (!found || found[2] !== undefined && Number(found[2]) === 0) return null;
  const [, whole, divisor, decimals] = found;
  if (decimals) return Math.floor((Number(whole + decimals) * scale) / 10 ** decimals.length);
  return Math.floor((Number(whole) * scale) / Number(divisor ?? 1));
}

/** Parts of a point as they are written: `3`, or `3/2` where they are not whole. */
function pointsOf(parts, scale) {
  const common = divisorOf(parts, scale);
  return scale === common ? String(parts / common) : `${parts / common}/${scale / common}`;
}

function divisorOf(x, y) {
  return y ? divisorOf(y, x % y) : x;
}
