import { api } from '@/lib/api-client';

export const checkEmail = (email: string): Promise<{ available: boolean }> =>
  api('POST', '/api/check-email', { email });
