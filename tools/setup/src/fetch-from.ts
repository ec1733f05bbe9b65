/** Fetches, and names the address if nobody answers there: `fetch` itself says only "fetch failed". */
export async function fetchFrom(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: unknown };
    // Another name is that of a timeout or a cancellation.
    if (name !== 'TypeError') throw error;
    const { code, message } = (cause ?? error) as { code?: string; message: string };
    throw new Error(`${new URL(url).origin} did not answer: ${code ?? message}`, { cause: error });
  }
}
