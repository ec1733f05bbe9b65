/** Fetches, and names the address if nobody answers there: `fetch` itself says only "fetch failed". */
export async function fetchFrom(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TypeError') throw error;
    const { code, message } = (error.cause ?? error) as { code?: string; message: string };
    throw new Error(`${new URL(url).origin} did not answer: ${code ?? message}`, { cause: error });
  }
}
