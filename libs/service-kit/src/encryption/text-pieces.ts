/**
 * A part of a text between blanks by which the text can be looked up: a sign of its kind, and one to three letters.
 * Equal letters of different kinds are different pieces.
 */
export type TextPiece = `${PieceKind}${string}`;
export type PieceKind = (typeof pieceKinds)[keyof typeof pieceKinds];
export const pieceKinds = { beginning: '^', trigram: '.', shortWord: '=' } as const;

const TRIGRAM = 3;
/** A word with letters outside the basic plane, which consist of two code units, is cut by code points. */
const SURROGATE = /[\ud800-\udfff]/;

/** A word, or a part of one. */
interface Segment {
  readonly length: number;
  readonly startsWord: boolean;
  readonly endsWord: boolean;
  slice(start: number, end: number): string;
}

function toSegments(text: string): Segment[] {
  const parts = text.split(' ');
  const segments: Segment[] = [];
  parts.forEach((part, index) => {
    const letters = SURROGATE.test(part) ? Array.from(part) : part;
    if (letters.length === 0) return;
    segments.push({
      length: letters.length,
      startsWord: index > 0,
      endsWord: index < parts.length - 1,
      slice: (start, end) =>
        typeof letters === 'string' ? letters.slice(start, end) : letters.slice(start, end).join(''),
    });
  });
  return segments;
}

const isShortWord = ({ length, startsWord, endsWord }: Segment): boolean =>
  startsWord && endsWord && length <= TRIGRAM;

function addTrigrams(pieces: Set<TextPiece>, { length, slice }: Segment): void {
  for (let end = TRIGRAM; end <= length; end += 1)
    pieces.add(`${pieceKinds.trigram}${slice(end - TRIGRAM, end)}`);
}

/**
 * Returns the pieces of a text: the first letter and the first two letters of each word, three adjacent letters of a
 * word, and whole words of up to three letters.
 */
export function piecesOfText(text: string): Set<TextPiece> {
  const pieces = new Set<TextPiece>();
  for (const segment of toSegments(text)) {
    pieces.add(`${pieceKinds.beginning}${segment.slice(0, 1)}`);
    if (segment.length > 1) pieces.add(`${pieceKinds.beginning}${segment.slice(0, 2)}`);
    if (isShortWord(segment)) pieces.add(`${pieceKinds.shortWord}${segment.slice(0, TRIGRAM)}`);
    addTrigrams(pieces, segment);
  }
  return pieces;
}

/**
 * Returns pieces that every text has which contains the pattern. A blank in the pattern is the border of a word. Leaves
 * out pieces that follow from others: common ones are slow to look up.
 */
export function piecesOfPattern(pattern: string): Set<TextPiece> {
  const pieces = new Set<TextPiece>();
  for (const segment of toSegments(pattern)) {
    if (isShortWord(segment)) {
      pieces.add(`${pieceKinds.shortWord}${segment.slice(0, TRIGRAM)}`);
      continue;
    }
    if (segment.startsWord) pieces.add(`${pieceKinds.beginning}${segment.slice(0, 2)}`);
    addTrigrams(pieces, segment);
  }
  return pieces;
}
