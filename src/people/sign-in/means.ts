/** What sign-in needs from the program around it. */
export interface SignInMeans {
  /** Sends a code to a mobile, and says in the log where that failed, never throwing; null where no way to send is set. */
  sendCode: ((mobile: string, code: string) => Promise<void>) | null
  /** The company's title, under which an authenticator app lists the account. */
  title: string
}
