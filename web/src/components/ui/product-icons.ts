/** Icons used only on signed-in pages, so public pages do not load them. */
export { default as Activity } from 'lucide-react/icons/activity';
export { default as ChevronDown } from 'lucide-react/icons/chevron-down';
export { default as ChevronLeft } from 'lucide-react/icons/chevron-left';
export { default as ChevronRight } from 'lucide-react/icons/chevron-right';
export { default as CreditCard } from 'lucide-react/icons/credit-card';
export { default as Download } from 'lucide-react/icons/download';
export { default as Hourglass } from 'lucide-react/icons/hourglass';
export { default as Inbox } from 'lucide-react/icons/inbox';
export { default as Info } from 'lucide-react/icons/info';
export { default as KeyRound } from 'lucide-react/icons/key-round';
export { default as LayoutDashboard } from 'lucide-react/icons/layout-dashboard';
export { default as LogOut } from 'lucide-react/icons/log-out';
export { default as MonitorSmartphone } from 'lucide-react/icons/monitor-smartphone';
export { default as PanelLeft } from 'lucide-react/icons/panel-left';
export { default as ReceiptText } from 'lucide-react/icons/receipt-text';
export { default as Search } from 'lucide-react/icons/search';
export { default as Settings } from 'lucide-react/icons/settings';
