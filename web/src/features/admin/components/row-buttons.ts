/** A button in a row of 40 px; for a finger as large as the others. */
export const rowButton = 'min-h-[30px]! px-3! text-sm pointer-coarse:min-h-11!';
