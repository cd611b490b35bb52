import { useState } from 'react'
import { can, reachOf } from '#access/can.ts'
import { BindForm } from '#clients/stores/BindForm.tsx'
import type { Store } from '#clients/stores/contract.ts'
import { EndForm } from '#clients/stores/EndForm.tsx'
import { NickList } from '#clients/stores/NickList.tsx'
import type { AgentAccount } from '#clients/stores/nicks/contract.ts'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { UnmatchedNicks } from '#clients/stores/nicks/ui/UnmatchedNicks.tsx'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import './StoreNicks.css'

/** Who answers under which nick of the store; nicks with figures that nobody owns come first. */
export function StoreNicks({ store }: { store: Store }) {
  const user = useUser()
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AgentAccount | null>(null)
  const mayBind = can(user, 'canReportWorklog') && store.status !== 'stopped'
  const ownOnly = reachOf(user, 'canReportWorklog') === 'own'
  return (
    <div className="store-nicks">
      {mayBind && <UnmatchedNicks storeId={store.id} companyCode={store.companyCode} />}
      <NickList
        storeId={store.id}
        onBind={mayBind ? () => setAdding(true) : undefined}
        onEnd={setEnding}
        mayUnbind={(row) => mayBind && (!ownOnly || row.staffId === user.id)}
      />
      <BindForm
        open={adding}
        store={store}
        staffId={ownOnly ? user.id : undefined}
        onClose={() => setAdding(false)}
      />
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
