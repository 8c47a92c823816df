// The source article's greedy player, with its numbers taken from the command line:
//
//     node color_fill.mjs SIZE COLORS SOLVES
//
// Written anew from the article's rules, in its own shape: a flat array of colours, a Set of
// the region's cells, a copied board for every colour that is tried. Prints one line of JSON;
// `seconds` is processor time.

const [SIZE, COLORS, SOLVES] = process.argv.slice(2).map(Number);

const makeBoard = () =>
  Array.from({ length: SIZE * SIZE }, () => Math.floor(Math.random() * COLORS));

function regionOf(board) {
  const cells = new Set([0]);
  const waiting = [0];
  for (let next = 0; next < waiting.length; next++) {
    const cell = waiting[next];
    const beside = [];
    if (cell % SIZE > 0) beside.push(cell - 1);
    if (cell % SIZE < SIZE - 1) beside.push(cell + 1);
    if (cell >= SIZE) beside.push(cell - SIZE);
    if (cell + SIZE < board.length) beside.push(cell + SIZE);
    for (const other of beside) {
      if (board[other] === board[0] && !cells.has(other)) {
        cells.add(other);
        waiting.push(other);
      }
    }
  }
  return cells;
}

function painted(board, color) {
  const after = board.slice();
  for (const cell of regionOf(board)) after[cell] = color;
  return after;
}

function greedyColor(board) {
  let [best, largest] = [null, -1];
  for (let color = 0; color < COLORS; color++) {
    if (color === board[0]) continue;
    const { size } = regionOf(painted(board, color));
    if (size > largest) [best, largest] = [color, size];
  }
  return best;
}

function solve(board) {
  let count = 0;
  for (; regionOf(board).size < board.length; count++) board = painted(board, greedyColor(board));
  return count;
}

for (let i = 0; i < 300; i++) solve(makeBoard()); // let the compiler warm up

let moves = 0;
const start = process.cpuUsage();
for (let i = 0; i < SOLVES; i++) moves += solve(makeBoard());
const used = process.cpuUsage(start);
console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, moves }));
