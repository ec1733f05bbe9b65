/** The answer of routes that return no data. */
export interface Success {
  readonly success: true;
}
export const success: Success = { success: true };
