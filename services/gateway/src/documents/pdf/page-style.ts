/** US Letter, in points. */
export const page = { width: 612, height: 792, margin: 54 } as const;
export const contentWidth = page.width - 2 * page.margin;

/** The site's palette on paper. */
export const ink = { text: '#1b1f1d', muted: '#5c635f', line: '#d8d5cb', brand: '#14543c' } as const;

export const size = { small: 9, text: 10.5, title: 22 } as const;
