import { App } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { type Change, type Changes, createOutbox } from '#kit/outbox.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Preferences, PreferencesContextProvider } from '#kit/ui/preferences.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { preferences as contract } from '#platform/preferences/contract.ts'

/**
 * The user's preferences, read once per session. A change takes effect immediately and is then sent to the server. A
 * change that could not be sent stays in this browser and is retried when the program is next opened.
 */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const { id, viewer } = useUser()
  const storage = `preferences.unsent.${id}`
  const outbox = useOutbox(storage)
  const [changed, setChanged] = useState(() => readUnsent(storage))
  // A write elsewhere refetches the other queries; it cannot have changed the preferences.
  const { data } = useCall(contract.list, {}, { staleTime: 'static' })
  const value = useMemo<Preferences>(
    () => ({
      isLoaded: data !== undefined,
      values: {
        ...Object.fromEntries((data ?? []).map(({ key, value }) => [key, value])),
        ...Object.fromEntries(Object.entries(changed).map(([key, { value }]) => [key, value])),
      },
      save: (key, value) => {
        const change = value === undefined ? {} : { value }
        setChanged((before) => ({ ...before, [key]: change }))
        // An admin who views the console as this user must not change the user's preferences.
        if (!viewer) outbox.put(key, change)
      },
    }),
    [data, changed, outbox, viewer],
  )
  return <PreferencesContextProvider value={value}>{children}</PreferencesContextProvider>
}

/** Sends changes to the server. Warns only once that changes could not be saved there. */
function useOutbox(storage: string) {
  const client = useClient()
  const { message } = App.useApp()
  const hasWarned = useRef(false)
  const outbox = useMemo(
    () =>
      createOutbox({
        initialChanges: readUnsent(storage),
        save: (unsent) => writeUnsent(storage, unsent),
        send: (key, change) => send(client, key, change),
        onFailure: () => {
          if (!hasWarned.current)
            message.warning(t('界面设置没有保存到服务器，先保存在这个浏览器里，下次打开时再试。'))
          hasWarned.current = true
        },
      }),
    [client, message, storage],
  )
  useEffect(() => outbox.retry(), [outbox])
  return outbox
}

function send(client: Client, key: string, { value }: Change) {
  const options = { messagePlace: 'inPage' } as const
  return value === undefined
    ? client.call(contract.remove, { key }, options)
    : client.call(contract.set, { key, value }, options)
}

const Unsent = z.record(z.string(), z.object({ value: z.unknown() }).partial())

/** Changes that an earlier page could not send; invalid content counts as none. */
function readUnsent(storage: string): Changes {
  try {
    return Unsent.parse(JSON.parse(localStorage.getItem(storage) ?? '{}'))
  } catch {
    return {}
  }
}

function writeUnsent(storage: string, unsent: Changes): void {
  if (Object.keys(unsent).length === 0) localStorage.removeItem(storage)
  else localStorage.setItem(storage, JSON.stringify(unsent))
}
