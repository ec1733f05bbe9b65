const TIMEOUT_MS = 2_000;

/** Whether a GET request to this URL gets an expected status in time. */
export async function responds(
  url: string,
  isExpected: (status: number) => boolean = (status) => status === 200,
): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return isExpected(response.status);
  } catch {
    return false;
  }
}
