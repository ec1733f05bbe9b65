/** Thrown by loaders or while rendering to show Page Not Found. */
export class MissingPageError extends Error {
  override readonly name = 'MissingPageError';
  override readonly message = 'page not found';
}
