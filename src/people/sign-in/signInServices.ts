/** Services and settings that the app passes to sign-in. */
export interface SignInServices {
  /** Sends a code to a mobile. Logs a failure and never throws; null if SMS delivery is not configured. */
  sendCode: ((mobile: string, code: string) => Promise<void>) | null
  /** The title under which an authenticator app lists the account. */
  title: string
}
