// The source article's way to scramble, with its numbers taken from the command line:
//
//     node sliding.mjs SIZE STEPS SCRAMBLES
//
// Written anew from the article's rules and the two lines of code it shows: a list of
// neighbours, filtered by the cell the blank just left; one further step if the board came out
// solved. Adds up the Manhattan distance, so that the boards can be compared. Prints one line
// of JSON.

const [SIZE, STEPS, SCRAMBLES] = process.argv.slice(2).map(Number);

function getNeighbors(cell, size) {
  const found = [];
  const row = Math.floor(cell / size);
  const column = cell % size;
  if (row > 0) found.push(cell - size);
  if (column > 0) found.push(cell - 1);
  if (column < size - 1) found.push(cell + 1);
  if (row < size - 1) found.push(cell + size);
  return found;
}

function isSolved(board) {
  return board.every((tile, cell) => tile === (cell + 1) % board.length);
}

function scramble(size, steps) {
  const board = Array.from({ length: size * size }, (_, cell) => (cell + 1) % (size * size));
  let empty = board.length - 1;
  let before = -1;
  for (let step = 0; step < steps; step++) {
    const candidates = getNeighbors(empty, size).filter((cell) => cell !== before);
    const pick = candidates[Math.floor(Math.random() * candidates.length)];
    board[empty] = board[pick];
    board[pick] = 0;
    before = empty;
    empty = pick;
  }
  if (isSolved(board)) {
    const pick = getNeighbors(empty, size)[0];
    board[empty] = board[pick];
    board[pick] = 0;
  }
  return board;
}

function manhattan(board, size) {
  let total = 0;
  board.forEach((tile, cell) => {
    if (tile === 0) return;
    const home = tile - 1;
    total += Math.abs(Math.floor(home / size) - Math.floor(cell / size));
    total += Math.abs((home % size) - (cell % size));
  });
  return total;
}

function meanManhattan(scrambles) {
  let total = 0;
  for (let i = 0; i < scrambles; i++) total += manhattan(scramble(SIZE, STEPS), SIZE);
  return total / scrambles;
}

meanManhattan(Math.min(SCRAMBLES, 2000)); // let the compiler warm up
const start = process.cpuUsage();
const mean = meanManhattan(SCRAMBLES);
const used = process.cpuUsage(start);
const seconds = (used.user + used.system) / 1e6;
console.log(JSON.stringify({ manhattan: mean, scrambles: SCRAMBLES, seconds }));
