// The source article's players, with the numbers taken from the command line:
//
//     node dots_and_boxes.mjs SIDE EXTRA FIRST SECOND GAMES
//
// Written anew from the article's rules, in its own shape: two tables of truth values, the free
// lines listed afresh for every move, and filtered by counting sides. Prints one line of JSON;
// `seconds` is processor time.

const [SIDE, EXTRA, FIRST, SECOND, GAMES] = process.argv.slice(2);
const N = Number(SIDE);
const extra = EXTRA === "true";

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const players = {
  random: (free) => pick(free),
  greedy: (free, closes) => {
    const closing = free.filter(closes);
    return pick(closing.length ? closing : free);
  },
  careful: (free, closes, gives) => {
    const closing = free.filter(closes);
    if (closing.length) return pick(closing);
    const safe = free.filter((line) => !gives(line));
    return pick(safe.length ? safe : free);
  },
};

const table = (rows, cols) => Array.from({ length: rows }, () => Array(cols).fill(false));

function play(both) {
  const across = table(N + 1, N);
  const down = table(N, N + 1);
  const inside = (r, c) => r >= 0 && r < N && c >= 0 && c < N;
  const sides = (r, c) =>
    inside(r, c) ? across[r][c] + across[r + 1][c] + down[r][c] + down[r][c + 1] : 0;
  const beside = ([kind, r, c]) => (kind === "h" ? [[r - 1, c], [r, c]] : [[r, c - 1], [r, c]]);
  const closes = (line) => beside(line).some(([r, c]) => sides(r, c) === 3);
  const gives = (line) => beside(line).some(([r, c]) => sides(r, c) === 2);
  const scores = [0, 0];
  let seat = 0;
  for (let left = 2 * N * (N + 1); left > 0; left--) {
    const free = [];
    across.forEach((row, r) => row.forEach((drawn, c) => drawn || free.push(["h", r, c])));
    down.forEach((row, r) => row.forEach((drawn, c) => drawn || free.push(["v", r, c])));
    const line = both[seat](free, closes, gives);
    const closed = beside(line).filter(([r, c]) => sides(r, c) === 3).length;
    const [kind, r, c] = line;
    (kind === "h" ? across : down)[r][c] = true;
    scores[seat] += closed;
    if (!extra || closed === 0) seat = 1 - seat;
  }
  return scores;
}

const both = [players[FIRST], players[SECOND]];
for (let i = 0; i < 300; i++) play(both); // let the compiler warm up

let first = 0;
const start = process.cpuUsage();
for (let i = 0; i < Number(GAMES); i++) first += play(both)[0];
const used = process.cpuUsage(start);
console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, first }));
