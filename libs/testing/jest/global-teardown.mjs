import './typescript-sources.mjs';

export default async function globalTeardown() {
  const infrastructure = globalThis.testInfrastructure;
  if (infrastructure?.source === 'external') {
    const { dropTemplates } = await import('../src/template-databases.ts');
    await dropTemplates(infrastructure.databaseUrl, process.env.TEST_RUN_ID);
  }
  await infrastructure?.stop();
}
