/**
 * Fetches, and names the address in the error if it does not answer. The error of `fetch` itself is only "fetch
 * failed".
 */
export async function fetchFrom(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: unknown };
    // Errors with another name are timeouts and cancellations.
    if (name !== 'TypeError') throw error;
    const { code, message } = (cause ?? error) as { code?: string; message: string };
    throw new Error(`${new URL(url).origin} did not answer: ${code ?? message}`, { cause: error });
  }
}
