import { useState } from 'react'
import { can } from '#access/can.ts'
import type { AgentAccount } from '#features/agent-accounts/contract.ts'
import { agentAccounts } from '#features/agent-accounts/contract.ts'
import { NickClaimsPicker } from '#features/agent-accounts/NickClaimsPicker.tsx'
import { bindsDirectly } from '#features/agent-accounts/rules.ts'
import { UnmatchedNicksPicker } from '#features/agent-accounts/UnmatchedNicksPicker.tsx'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { BindForm } from './BindForm.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import type { Store } from './contract.ts'
import { EndForm } from './EndForm.tsx'
import { NickList } from './NickList.tsx'
import { TakeForm } from './TakeForm.tsx'
import './StoreNicks.css'

/** Who answers under which nick of the store; nicks with figures that nobody owns come first, then claims. */
export function StoreNicks({ store }: { store: Store }) {
  const user = useUser()
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AgentAccount | null>(null)
  const [taking, setTaking] = useState<AgentAccount | null>(null)
  const mayWrite = can(user, 'canReportWorklog') && store.status !== 'stopped'
  const binds = bindsDirectly(user)
  const closed = () => setAdding(false)
  return (
    <div className="store-nicks">
      {mayWrite && <UnmatchedNicksPicker storeId={store.id} companyCode={store.companyCode} />}
      {mayWrite && <NickClaimsPicker storeId={store.id} atFirst={3} />}
      <NickList
        storeId={store.id}
        onAdd={mayWrite ? () => setAdding(true) : undefined}
        binds={binds}
        onEnd={setEnding}
        onTake={setTaking}
        isOwn={(row) => row.staffId === user.id}
      />
      {binds ? (
        <BindForm open={adding} store={store} onClose={closed} />
      ) : (
        <ClaimForm open={adding} store={store} onClose={closed} />
      )}
      <TakeForm account={taking} onClose={() => setTaking(null)} />
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
