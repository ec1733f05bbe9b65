/** Sizes a button for a 40 px table row, and full-size on touch screens. */
export const rowButton = 'min-h-[30px]! px-3! text-sm pointer-coarse:min-h-11!';
