import { effectiveRole } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import type { Setup, Wait } from '#workspace/setup/contract.ts'
import './WaitingPanel.css'

interface Props {
  setup: Setup
  onImport: ImportControls['open']
}

/** The home page of everybody but the admins while there is nothing to show: what they wait for, and from whom. */
export function WaitingPanel({ setup, onImport }: Props) {
  const { waits } = setup
  const ready = waits.filter(({ isReady }) => isReady).length
  return (
    <Panel
      title={t('还在等什么')}
      hint={t('{n} 件，已有 {ready} 件', { n: waits.length, ready })}
      flush
      className="waiting"
    >
      <ul>
        {waits.map((wait) => (
          <WaitRow key={wait.key} wait={wait} />
        ))}
      </ul>
      <div className="waiting-foot">
        <p>{t('现在就可以：')}</p>
        <div>
          <ActionButtons actions={useActions(onImport)} />
        </div>
      </div>
    </Panel>
  )
}

function WaitRow({ wait: { key, isReady, count, by } }: { wait: Wait }) {
  const { name, todo } = TEXTS[key]
  return (
    <li className={isReady ? 'waiting-ready' : undefined}>
      <span className="waiting-dot">{isReady && <Icon name="check" size={12} />}</span>
      <b>{t(name)}</b>
      <span>{isReady ? readyText(count) : t(todo, { names: by.join(t('、')) })}</span>
    </li>
  )
}

const readyText = (count: number | null) => (count === null ? t('已有') : t('已有 {n}', { n: count }))

/** What each thing is called, and who does it: `{names}` are the people to ask. */
const TEXTS: Record<Wait['key'], { name: string; todo: string }> = {
  stores: { name: '公司的店铺', todo: '等{names}登记' },
  assigned: { name: '分配给您的店铺', todo: '等{names}分配' },
  ownNicks: { name: '您在平台上的昵称', todo: '导入后您来认领，{names}确认' },
  members: { name: '您的组员', todo: '您来添加' },
  teamStores: { name: '您小组的店铺', todo: '等{names}交给您的小组' },
  customers: { name: '您负责的客户', todo: '您来登记，或等{names}移交' },
  customerStores: { name: '客户的店铺', todo: '您来登记，或等{names}登记' },
  pricing: { name: '店铺的计费方式', todo: '您来填写，或等{names}填写' },
  payee: { name: '公司的收款账户', todo: '等{names}填写' },
  books: { name: '启用月份', todo: '等{names}设定' },
  figures: { name: '第一批平台数据', todo: '等{names}导入' },
  bills: { name: '第一张账单', todo: '您来生成' },
}

/** What the user can do already, by role. */
function useActions(onImport: ImportControls['open']): Action[] {
  const role = effectiveRole(useUser())
  const upload: Action = {
    key: 'import',
    label: t('导入平台数据'),
    icon: 'upload',
    onClick: () => onImport(),
  }
  const to = (key: string, label: string, path: string): Action => ({ key, label, to: path })
  switch (role) {
    case 'head':
      return [
        to('member', t('新建组员'), '/user-management?new=1'),
        upload,
        to('roster', t('排班'), '/store-worklog/roster'),
      ]
    case 'member':
      return [
        upload,
        to('log', t('写日志'), '/store-worklog/mine'),
        to('claim', t('新建报销单'), '/reimbursement-bill-management?new=1'),
      ]
    case 'sales':
      return [
        to('customer', t('新建客户'), '/customer-management?new=1'),
        to('stores', t('店铺管理'), '/store-management'),
        to('claim', t('新建报销单'), '/reimbursement-bill-management?new=1'),
      ]
    default:
      return [
        to('customers', t('客户管理'), '/customer-management'),
        to('openings', t('登记期初'), '/customer-bill-management/openings'),
        to('bank', t('银行流水'), '/customer-bill-management/bank'),
      ]
  }
}
