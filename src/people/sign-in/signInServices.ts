/** Services and settings that the app passes to sign-in. */
export interface SignInServices {
  /** Sends a code to a mobile. Logs a failure and never throws; null if SMS delivery is not configured. */
  sendCode: ((mobile: string, code: string) => Promise<void>) | null
  /** The title under which an authenticator app lists the account. */
  title: string
  /** True in a demo, whose accounts many people use: nobody is notified of a sign-in from a new device. */
  hasSharedAccounts?: boolean
  /** Whether requests came through a proxy that TRUST_PROXY does not name: then all seem to come from one address. */
  isProxyIgnored?: () => boolean
}
