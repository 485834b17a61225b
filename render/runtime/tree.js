// React's side of tree.go, in its file for react-dom/server. An error from Go may come from inside of elements that
// React did not visit. If a component that Go called has suspended, renderForGo throws its promise again, from the
// place where React would have called it: renderNode then makes a task of it, and the render continues with its
// siblings. React knows the message of tooDeep: it makes a task of the node in whose place it was thrown, which starts
// with an empty stack. So no tree is too deep for the stack, and deepen bounds it instead. nested counts the nodes
// around that React renders without a task and without Go, and declined is a node that Go has left to React.
var suspended,
  declined,
  nested = 0,
  tooDeep = new RangeError("Maximum call stack size exceeded");
function suspends(x) {
  if (x === SuspenseException) return !0;
  return "object" === typeof x && ("function" === typeof x.then || tooDeep.message === x.message);
}
function deepen(request, task) {
  request.deeper = (request.deeper | 0) + 1;
  if (maxLevels < (task.levels | 0) + request.deeper)
    throw new RangeError(
      "elements are nested more than " + maxLevels * maxNested + " deep: does a component render itself?",
    );
  return tooDeep;
}
function spawnNewSuspendedRenderTask(request, task, thenableState) {
  var spawned = spawnRenderTask(request, task, thenableState);
  spawned.levels = (task.levels | 0) + (request.deeper | 0);
  request.deeper = 0;
  return spawned;
}
function pushTypes(task, types) {
  for (var i = types.length - 1; 0 <= i; i--)
    task.componentStack = { parent: task.componentStack, type: types[i] };
}
function renderByGo(request, task, node, childIndex) {
  var x = suspended;
  suspended = void 0;
  if (void 0 !== x) throw x;
  if (declined === node) return (declined = void 0), !1;
  declined = void 0;
  var segment = task.blockedSegment,
    formatContext = task.formatContext,
    treeContext = task.treeContext,
    componentStack = task.componentStack,
    piece;
  if ("production" !== process.env.NODE_ENV) checkNesting(task.componentStack);
  else if (
    null === task.replay &&
    null !== segment &&
    null === formatContext.viewTransition &&
    onError === request.onError
  )
    try {
      piece = __haulfrontRender(request, task, node, segment.lastPushedText, treeContext, formatContext);
      task.treeContext = treeContext;
    } catch (x) {
      for (var types = __haulfrontFailed(), inner = []; task.componentStack !== componentStack; )
        inner.push(task.componentStack.type), (task.componentStack = task.componentStack.parent);
      pushTypes(task, inner.concat(types));
      task.node = node;
      task.childIndex = childIndex;
      task.formatContext = formatContext;
      task.treeContext = treeContext;
      throw x;
    }
  if (void 0 !== piece) {
    segment.chunks.push(piece);
    segment.lastPushedText = 1 === (piece & 1);
    return !0;
  }
  if (maxNested < nested) throw deepen(request, task);
  declined = node;
  nested++;
  try {
    retryNode(request, task);
  } finally {
    nested--;
  }
  return !0;
}
// Go calls components, see hooks.go. beginForGo is the beginning of renderWithHooks, and endForGo its end: it returns
// whether the component has to run again.
function beginForGo(request, task, treeContext) {
  task.treeContext = treeContext;
  thenableState = task.thenableState;
  task.thenableState = null;
  currentlyRenderingComponent = {};
  currentlyRenderingTask = task;
  currentlyRenderingRequest = request;
  actionStateCounter = localIdCounter = thenableIndexCounter = 0;
  actionStateMatchingIndex = -1;
}
function endForGo(again) {
  if (again || didScheduleRenderPhaseUpdate) {
    didScheduleRenderPhaseUpdate = !1;
    actionStateCounter = localIdCounter = thenableIndexCounter = 0;
    actionStateMatchingIndex = -1;
    numberOfReRenders += 1;
    workInProgressHook = null;
    return !0;
  }
  0 !== localIdCounter && __haulfrontUsedID();
  resetHooksState();
  return !1;
}
function failForGo(number) {
  throw Error(
    "Minified React error #" + number + "; visit https://react.dev/errors/" + number + " for the full message or " +
      "use the non-minified dev environment for full errors and additional helpful warnings.",
  );
}
function renderForGo(request, task, node, childIndex, treeContext, formatContext, piece, thrown) {
  var segment = task.blockedSegment,
    outerFormatContext = task.formatContext,
    componentStack = task.componentStack;
  segment.chunks.push(piece);
  segment.lastPushedText = 1 === (piece & 1);
  task.treeContext = treeContext;
  task.formatContext = formatContext;
  pushTypes(task, __haulfrontFailed());
  if (void 0 === thrown) declined = node;
  suspended = thrown === tooDeep ? deepen(request, task) : thrown;
  renderNode(request, task, node, childIndex);
  task.componentStack = componentStack;
  task.formatContext = outerFormatContext;
  return segment.lastPushedText;
}
function attributeForGo(prop, value) {
  var target = [];
  pushAttribute(target, prop, value);
  return target.join("");
}
function componentNames(node, limit) {
  for (var names = [], type, name; node && names.length < limit; node = node.parent) {
    type = node.type;
    if ("function" !== typeof type && ("object" !== typeof type || type.$$typeof === REACT_CONTEXT_TYPE)) continue;
    try {
      name = getComponentNameFromType(type);
    } catch (x) {
      name = null;
    }
    names.push("string" === typeof name ? name : REACT_LAZY_TYPE === type.$$typeof ? "React.lazy" : "Anonymous");
  }
  return names;
}
function componentFunctions(node, limit) {
  for (var functions = [], type; node && functions.length < limit; node = node.parent) {
    type = node.type;
    if (type && type.$$typeof === REACT_MEMO_TYPE) type = type.type;
    if (type && type.$$typeof === REACT_FORWARD_REF_TYPE) type = type.render;
    if (type && type.$$typeof === REACT_LAZY_TYPE) type = type.load;
    if ("function" === typeof type) functions.push(type);
  }
  return functions;
}
function suspendedIn(task) {
  var stack = task.componentStack,
    type = task.node && task.node.type;
  return !type || (stack && stack.type === type) ? stack : { parent: stack, type: type };
}
__haulfrontConnect({
  ElementType: REACT_ELEMENT_TYPE,
  FragmentType: REACT_FRAGMENT_TYPE,
  MemoType: REACT_MEMO_TYPE,
  ForwardRefType: REACT_FORWARD_REF_TYPE,
  RenderNode: renderForGo,
  ChildFormat: getChildFormatContext,
  Suspends: suspends,
  TooDeep: tooDeep,
  Begin: beginForGo,
  End: endForGo,
  Fail: failForGo,
  Attribute: attributeForGo,
  ComponentNames: componentNames,
  ComponentFunctions: componentFunctions,
  React: require("react"),
});
// React checks what an HTML parser would move in browsers alone. In development, the server does, too.
var closesParagraph = new Set(
    ("address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 " +
      "h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul").split(" "),
  ),
  parents = {
    tr: ["tbody", "thead", "tfoot"], td: ["tr"], th: ["tr"], tbody: ["table"], thead: ["table"], tfoot: ["table"],
    caption: ["table"], colgroup: ["table"], col: ["colgroup"],
  },
  children = {
    table: ["caption", "colgroup", "tbody", "thead", "tfoot"], tbody: ["tr"], thead: ["tr"], tfoot: ["tr"],
    tr: ["td", "th"],
  },
  scopes = { a: [], button: [], form: [], p: ["button"], li: ["ul", "ol", "menu"], dt: ["dl"], dd: ["dl"] };
function checkNesting(stack) {
  var type = stack && stack.type,
    around = [];
  if ("string" !== typeof type || ["script", "style", "template", "island-mark"].includes(type)) return;
  for (var node = stack.parent; node; node = node.parent)
    if ("string" === typeof node.type && "Suspense Fallback" !== node.type) around.push(node.type);
  var parent = around[0],
    wrong = parent && (parents[type] ? !parents[type].includes(parent) : children[parent]) ? parent : void 0;
  for (var i = 0; !wrong && i < around.length && !["td", "th", "caption", "svg", "object"].includes(around[i]); i++) {
    var outer = around[i],
      ends = outer === "p" ? closesParagraph.has(type) : outer === type && scopes[type];
    if (ends && !around.slice(0, i).some((name) => (scopes[outer] || []).includes(name))) wrong = outer;
  }
  if (wrong) console.error("In HTML, <%s> cannot be inside of <%s>: the browser's parser would move it.", type, wrong);
}
