export { formatPhone } from '@desk/contracts/format/phone';
