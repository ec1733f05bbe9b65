/** Thrown by a loader or while rendering: the visitor is shown Page Not Found. */
export class MissingPageError extends Error {
  override readonly name = 'MissingPageError';
  override readonly message = 'there is no such page for this visitor';
}
