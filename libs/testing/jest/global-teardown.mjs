export default async function globalTeardown() {
  await globalThis.testInfrastructure?.stop();
}
