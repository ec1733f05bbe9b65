import type { Draft } from '@desk/contracts/accounts/onboarding.schemas';
import { api } from '@/lib/api-client';

export const resumeDraft = (sessionId: string): Promise<Draft> =>
  api('POST', '/api/get-started/resume', { sessionId });
