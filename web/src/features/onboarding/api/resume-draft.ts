import { callRoute } from '@/lib/api-client';

export const resumeDraft = (sessionId: string) => callRoute('resumeSignUp', { body: { sessionId } });
