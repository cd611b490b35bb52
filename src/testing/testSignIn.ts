/** What sign-in needs on a server that sends no codes. */
export const SIGN_IN = { sendCode: null, title: '后台' }
