/** The answer where the contract reads nothing but that it worked. */
export interface Success {
  readonly success: true;
}
export const success: Success = { success: true };
