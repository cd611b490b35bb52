/** An account of the demo: its role, its company, and what it can see, in Chinese. */
export interface DemoAccount {
  username: string
  role: string
  company: string
  sees: string
}

/** The accounts of a demo, which every page lists. No page of a real installation contains them. */
export interface DemoAccounts {
  /** The password of all accounts. */
  password: string
  accounts: readonly DemoAccount[]
}
