/** Whether this address answers with a status that `accepts` takes, within two seconds. */
export async function answers(
  url: string,
  accepts: (status: number) => boolean = (status) => status === 200,
): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return accepts(response.status);
  } catch {
    return false;
  }
}
