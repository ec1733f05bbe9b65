import type { CardOnFile } from '@desk/contracts/billing/billing.http';
import { queryOptions } from '@tanstack/react-query';

export const cardQuery = queryOptions<CardOnFile>({ queryKey: ['/api/user/card'] });
