import { App, Button, Modal, Popconfirm } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { type SavedView, savedViews } from './contract.ts'
import { scopeNames } from './rules.ts'
import './ViewsWindow.css'

interface Props {
  views: readonly SavedView[]
  /** The id of the list's default view. */
  usual: number | null
  onEdit: (view: SavedView) => void
  onClose: () => void
}

/** All views of a list with audience and owner. Users can rename and delete the views that they may change. */
export function ViewsWindow({ views, usual, onEdit, onClose }: Props) {
  return (
    <Modal open title={t('管理视图')} footer={null} onCancel={onClose} width={520}>
      {views.length === 0 && <EmptyState text={t('这个列表还没有视图')} />}
      <ul className="views-window">
        {views.map((view) => (
          <li key={view.id}>
            <div>
              <strong>{view.name}</strong>
              <p>
                <span>{t(scopeNames[view.scope])}</span>
                {!view.mine && <span>{t('由{name}保存', { name: view.ownerName })}</span>}
                {view.id === usual && <span>{t('打开时默认')}</span>}
              </p>
            </div>
            {view.mine && <ViewActions view={view} onEdit={onEdit} />}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function ViewActions({ view, onEdit }: { view: SavedView; onEdit: (view: SavedView) => void }) {
  const { message } = App.useApp()
  const remove = useAction(savedViews.remove, { onSuccess: () => void message.success(t('视图已删除')) })
  return (
    <>
      <Button
        type="link"
        onClick={() => onEdit(view)}
        aria-label={t('修改视图「{name}」', { name: view.name })}
      >
        {t('修改')}
      </Button>
      <Popconfirm
        title={t('删除视图「{name}」？', { name: view.name })}
        description={
          view.scope === 'personal' ? t('数据不受影响。') : t('数据不受影响；其他人也不再看到这个视图。')
        }
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutateAsync({ id: view.id })}
      >
        <Button type="link" danger aria-label={t('删除视图「{name}」', { name: view.name })}>
          {t('删除')}
        </Button>
      </Popconfirm>
    </>
  )
}
