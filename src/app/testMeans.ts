/** What sign-in needs of a server that sends nobody anything. */
export const SIGN_IN = { sendCode: null, title: '后台' }
