/** @throws Error unless each message of the service has exactly one handler */
export function checkCoverage(
  service: string,
  expected: readonly string[],
  handled: readonly string[],
): void {
  const faults = [
    ...expected.filter((name) => !handled.includes(name)).map((name) => `no handler for '${name}'`),
    ...handled
      .filter((name, index) => handled.indexOf(name) !== index)
      .map((name) => `more than one handler for '${name}'`),
    ...handled
      .filter((name) => !expected.includes(name))
      .map((name) => `'${name}' is not a message for this service`),
  ];
  if (faults.length > 0) throw new Error(`${service}: ${[...new Set(faults)].join('; ')}`);
}
