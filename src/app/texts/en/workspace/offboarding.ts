export const offboarding: Record<string, string> = {
  负责的客户: 'Customers in charge of',
  带的店铺: 'Stores led',
  组员: 'Team members',
  挽留中的流失记录: 'Churn records in retention',
  待答复的数据疑问: 'Questions about figures to answer',
  处理中的预警: 'Warnings in hand',
  本组视图: 'Views of the team',
  未提交的日志: 'Work logs not handed in',
  未提交的报销单: 'Claims not handed in',
  未结束的代审: 'Stand-ins not over',
  未完成的批量修改: 'Unfinished bulk edits',
  未完成的资料导入: 'Unfinished imports of records',
  留给管理员答复: 'Leave to the administrators',
  退回待处理: 'Back to pending',
  转给其他审核人: 'Pass to the other reviewers',
  不再继续: 'Do not go on',
  '{day} 的日志': 'Log of {day}',
  为此人代审: 'Stands in for them',
  由此人代审: 'They stand in',
  '数据疑问只能交给组长，或留给管理员答复。':
    'Questions about figures go to a head, or are left to the administrators.',
  '预警只能交给能处理预警的人：管理员、财务或组长。':
    'Warnings go to somebody who can handle them: an administrator, finance or a head.',
  '本组视图只能交给组长。': 'Views of the team go to a head only.',
  '接手的组长已有同名的本组视图，请先改名。':
    'The head who takes over has a team view of this name already. Please rename one first.',
  '离职时没有完成，已作废。': 'Not finished on leaving, and void.',
  '报销单 {code} 除了此人没有别人能审核，请先审核完，再办理离职。':
    'Nobody but this person can decide on claim {code}. Please have it decided first, then process the leaving.',
  '{name}离职，不再为您代审，需要时请另选一位':
    '{name} leaves and no longer stands in for you. Please choose somebody else where you need one',
  '此人名下还有{what}“{name}”，您不能交接，请由管理员办理离职。':
    'This person still has "{name}" ({what}), which you cannot hand over. Please ask an administrator to process the leaving.',
  '离职日期不能晚于今天，请到那天再办理。':
    'The leave date cannot be after today. Please come back on that day.',
  '离职日期不能早于入职日期。': 'The leave date cannot be before the hire date.',
  '还有 {n} 项没有交接，不能办理离职。请为每一项选好接手的人。':
    'Not handed over yet: {n}. Please choose who takes over each of them.',
  '接手的人应是本公司在职的员工；组长只能交接给本组的人。':
    'Whoever takes over must be active staff of this company; heads can only hand over within the team.',
  离职交接: 'Handover on leaving',
  '请选择接手的人。': 'Please choose who takes over.',
  '“{name}”不能这样交接：{why}': '"{name}" cannot be handed over like this: {why}',
  '为{name}办理离职': 'Leaving of {name}',
  '{name}已经离职': '{name} has left',
  '离职日期 {day}': 'Left on {day}',
  查看员工: 'Open the person',
  '确认为{name}办理离职': 'Confirm that {name} leaves',
  '最后一个工作日。确认后{name}在所有设备上的登录立即失效，接手的人从第二天开始。':
    'The last working day. Once confirmed, {name} is signed out everywhere at once; whoever takes over begins the day after.',
  确认离职: 'Confirm',
  已办理离职: 'Left',
  '此人手上没有需要交接的，可以直接办理离职。':
    'There is nothing to hand over; the leaving can be processed right away.',
  '共 {n} 项，还有 {missing} 项没有安排。全部安排好后才能办理离职。':
    'Items: {n}, still open: {missing}. Each needs somebody before the leaving can be processed.',
  '{n} 项都已安排好。办理后立即生效，一次完成。':
    'All arranged (items: {n}). It takes effect at once and as a whole.',
  '{done} / {n} 项已安排': '{done} / {n} arranged',
  '选中的 {n} 项': 'Selected ({n})',
  '全部 {n} 项': 'All {n}',
  '选中的 {n} 项交给': 'Selected ({n}) to',
  '全部 {n} 项交给': 'All {n} to',
  '{what}交给谁': '{what}: to whom',
  选择接手的人: 'Choose who takes over',
  直接结束: 'Just end',
  还没安排: 'Open',
  '交给{name}': 'To {name}',
  '{day} 至 {until}': '{day} to {until}',
}
