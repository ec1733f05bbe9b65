import { callRoute } from '@/lib/api-client';

export const checkEmail = (email: string) => callRoute('checkEmail', { body: { email } });
