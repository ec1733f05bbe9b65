import { createCallService } from '@desk/tool-privacy';
import { getPrefixedCliEnv, type Stack } from '@desk/tool-start';

/** Erases an agent's account as the operator's command does. The running services do the rest. */
export async function eraseAccount(stack: Stack, email: string): Promise<void> {
  const call = createCallService({ ...process.env, ...getPrefixedCliEnv(stack) });
  await call('accounts', { action: 'erase-agent', agent: { email } });
}
