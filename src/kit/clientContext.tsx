import { createContext, use } from 'react'
import type { Client } from './client.ts'

const ClientContext = createContext<Client | null>(null)

/** Provides the client to every screen, including those before sign-in. */
export const ClientProvider = ClientContext.Provider

/** Returns the client, for calls that are neither a query nor a plain action: sign-in, download, upload. */
export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient outside ClientProvider')
  return client
}
