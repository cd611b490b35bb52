import { useState } from 'react'
import { can } from '#access/can.ts'
import { BindForm } from '#clients/stores/BindForm.tsx'
import { ClaimForm } from '#clients/stores/ClaimForm.tsx'
import type { Store } from '#clients/stores/contract.ts'
import { EndForm } from '#clients/stores/EndForm.tsx'
import { NickList } from '#clients/stores/NickList.tsx'
import { type AgentAccount, agentAccounts } from '#clients/stores/nicks/contract.ts'
import { bindsDirectly } from '#clients/stores/nicks/rules.ts'
import { NickClaims } from '#clients/stores/nicks/ui/NickClaims.tsx'
import { UnmatchedNicks } from '#clients/stores/nicks/ui/UnmatchedNicks.tsx'
import { TakeoverForm } from '#clients/stores/TakeoverForm.tsx'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import '#clients/stores/nicks/nicks.css'

/** The nicks of the store: first those with figures and no binding, then claims, then bindings. */
export function StoreNicks({ store }: { store: Store }) {
  const user = useUser()
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AgentAccount | null>(null)
  const [takeoverAccount, setTakeoverAccount] = useState<AgentAccount | null>(null)
  const mayWrite = can(user, 'canReportWorklog') && store.status !== 'stopped'
  const binds = bindsDirectly(user)
  const closeForm = () => setAdding(false)
  return (
    <div className="store-nicks">
      {mayWrite && <UnmatchedNicks storeId={store.id} companyCode={store.companyCode} />}
      {mayWrite && <NickClaims storeId={store.id} atFirst={3} />}
      <NickList
        storeId={store.id}
        onAdd={mayWrite ? () => setAdding(true) : undefined}
        binds={binds}
        onEnd={setEnding}
        onTakeOver={setTakeoverAccount}
        isOwn={(row) => row.staffId === user.id}
      />
      {binds ? (
        <BindForm open={adding} store={store} onClose={closeForm} />
      ) : (
        <ClaimForm open={adding} store={store} onClose={closeForm} />
      )}
      <TakeoverForm account={takeoverAccount} onClose={() => setTakeoverAccount(null)} />
      <EndForm
        endpoint={agentAccounts.unbind}
        record={ending}
        title={t('解除昵称“{nick}”', { nick: ending?.nick ?? '' })}
        submitText={t('解除')}
        onClose={() => setEnding(null)}
      />
    </div>
  )
}
