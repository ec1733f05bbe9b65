/** Icons used only on admin pages, so agents do not load them. */
export { default as Clock } from 'lucide-react/icons/clock';
export { default as Copy } from 'lucide-react/icons/copy';
export { default as Inbox } from 'lucide-react/icons/inbox';
export { default as Receipt } from 'lucide-react/icons/receipt';
export { default as RefreshCw } from 'lucide-react/icons/refresh-cw';
export { default as SearchX } from 'lucide-react/icons/search-x';
export { default as Send } from 'lucide-react/icons/send';
export { default as Users } from 'lucide-react/icons/users';
