import { keepPreviousData } from '@tanstack/react-query';

/** Other people change these lists, so each visit reads them again and shows the cached rows meanwhile. */
export const listOptions = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;
