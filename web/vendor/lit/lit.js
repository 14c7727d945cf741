/*! Lit 3.3.3, Copyright Google LLC, BSD-3-Clause: see LICENSE beside this file. */
var B = globalThis,
  j =
    B.ShadowRoot &&
    (B.ShadyCSS === void 0 || B.ShadyCSS.nativeShadow) &&
    'adoptedStyleSheets' in Document.prototype &&
    'replace' in CSSStyleSheet.prototype,
  ut = Symbol(),
  pt = new WeakMap(),
  I = class {
    constructor(t, e, i) {
      if (((this._$cssResult$ = !0), i !== ut))
        throw Error('CSSResult is not constructable. Use `unsafeCSS` or `css` instead.');
      ((this.cssText = t), (this.t = e));
    }
    get styleSheet() {
      let t = this.o,
        e = this.t;
      if (j && t === void 0) {
        let i = e !== void 0 && e.length === 1;
        (i && (t = pt.get(e)),
          t === void 0 &&
            ((this.o = t = new CSSStyleSheet()).replaceSync(this.cssText), i && pt.set(e, t)));
      }
      return t;
    }
    toString() {
      return this.cssText;
    }
  },
  $t = (s) => new I(typeof s == 'string' ? s : s + '', void 0, ut);
var ft = (s, t) => {
    if (j) s.adoptedStyleSheets = t.map((e) => (e instanceof CSSStyleSheet ? e : e.styleSheet));
    else
      for (let e of t) {
        let i = document.createElement('style'),
          r = B.litNonce;
        (r !== void 0 && i.setAttribute('nonce', r), (i.textContent = e.cssText), s.appendChild(i));
      }
  },
  tt = j
    ? (s) => s
    : (s) =>
        s instanceof CSSStyleSheet
          ? ((t) => {
              let e = '';
              for (let i of t.cssRules) e += i.cssText;
              return $t(e);
            })(s)
          : s;
var {
    is: kt,
    defineProperty: Lt,
    getOwnPropertyDescriptor: Bt,
    getOwnPropertyNames: It,
    getOwnPropertySymbols: jt,
    getPrototypeOf: Vt,
  } = Object,
  V = globalThis,
  _t = V.trustedTypes,
  zt = _t ? _t.emptyScript : '',
  Gt = V.reactiveElementPolyfillSupport,
  O = (s, t) => s,
  et = {
    toAttribute(s, t) {
      switch (t) {
        case Boolean:
          s = s ? zt : null;
          break;
        case Object:
        case Array:
          s = s == null ? s : JSON.stringify(s);
      }
      return s;
    },
    fromAttribute(s, t) {
      let e = s;
      switch (t) {
        case Boolean:
          e = s !== null;
          break;
        case Number:
          e = s === null ? null : Number(s);
          break;
        case Object:
        case Array:
          try {
            e = JSON.parse(s);
          } catch {
            e = null;
          }
      }
      return e;
    },
  },
  At = (s, t) => !kt(s, t),
  mt = { attribute: !0, type: String, converter: et, reflect: !1, useDefault: !1, hasChanged: At };
((Symbol.metadata ??= Symbol('metadata')), (V.litPropertyMetadata ??= new WeakMap()));
var g = class extends HTMLElement {
  static addInitializer(t) {
    (this._$Ei(), (this.l ??= []).push(t));
  }
  static get observedAttributes() {
    return (this.finalize(), this._$Eh && [...this._$Eh.keys()]);
  }
  static createProperty(t, e = mt) {
    if (
      (e.state && (e.attribute = !1),
      this._$Ei(),
      this.prototype.hasOwnProperty(t) && ((e = Object.create(e)).wrapped = !0),
      this.elementProperties.set(t, e),
      !e.noAccessor)
    ) {
      let i = Symbol(),
        r = this.getPropertyDescriptor(t, i, e);
      r !== void 0 && Lt(this.prototype, t, r);
    }
  }
  static getPropertyDescriptor(t, e, i) {
    let { get: r, set: o } = Bt(this.prototype, t) ?? {
      get() {
        return this[e];
      },
      set(n) {
        this[e] = n;
      },
    };
    return {
      get: r,
      set(n) {
        let l = r?.call(this);
        (o?.call(this, n), this.requestUpdate(t, l, i));
      },
      configurable: !0,
      enumerable: !0,
    };
  }
  static getPropertyOptions(t) {
    return this.elementProperties.get(t) ?? mt;
  }
  static _$Ei() {
    if (this.hasOwnProperty(O('elementProperties'))) return;
    let t = Vt(this);
    (t.finalize(),
      t.l !== void 0 && (this.l = [...t.l]),
      (this.elementProperties = new Map(t.elementProperties)));
  }
  static finalize() {
    if (this.hasOwnProperty(O('finalized'))) return;
    if (((this.finalized = !0), this._$Ei(), this.hasOwnProperty(O('properties')))) {
      let e = this.properties,
        i = [...It(e), ...jt(e)];
      for (let r of i) this.createProperty(r, e[r]);
    }
    let t = this[Symbol.metadata];
    if (t !== null) {
      let e = litPropertyMetadata.get(t);
      if (e !== void 0) for (let [i, r] of e) this.elementProperties.set(i, r);
    }
    this._$Eh = new Map();
    for (let [e, i] of this.elementProperties) {
      let r = this._$Eu(e, i);
      r !== void 0 && this._$Eh.set(r, e);
    }
    this.elementStyles = this.finalizeStyles(this.styles);
  }
  static finalizeStyles(t) {
    let e = [];
    if (Array.isArray(t)) {
      let i = new Set(t.flat(1 / 0).reverse());
      for (let r of i) e.unshift(tt(r));
    } else t !== void 0 && e.push(tt(t));
    return e;
  }
  static _$Eu(t, e) {
    let i = e.attribute;
    return i === !1
      ? void 0
      : typeof i == 'string'
        ? i
        : typeof t == 'string'
          ? t.toLowerCase()
          : void 0;
  }
  constructor() {
    (super(),
      (this._$Ep = void 0),
      (this.isUpdatePending = !1),
      (this.hasUpdated = !1),
      (this._$Em = null),
      this._$Ev());
  }
  _$Ev() {
    ((this._$ES = new Promise((t) => (this.enableUpdating = t))),
      (this._$AL = new Map()),
      this._$E_(),
      this.requestUpdate(),
      this.constructor.l?.forEach((t) => t(this)));
  }
  addController(t) {
    ((this._$EO ??= new Set()).add(t),
      this.renderRoot !== void 0 && this.isConnected && t.hostConnected?.());
  }
  removeController(t) {
    this._$EO?.delete(t);
  }
  _$E_() {
    let t = new Map(),
      e = this.constructor.elementProperties;
    for (let i of e.keys()) this.hasOwnProperty(i) && (t.set(i, this[i]), delete this[i]);
    t.size > 0 && (this._$Ep = t);
  }
  createRenderRoot() {
    let t = this.shadowRoot ?? this.attachShadow(this.constructor.shadowRootOptions);
    return (ft(t, this.constructor.elementStyles), t);
  }
  connectedCallback() {
    ((this.renderRoot ??= this.createRenderRoot()),
      this.enableUpdating(!0),
      this._$EO?.forEach((t) => t.hostConnected?.()));
  }
  enableUpdating(t) {}
  disconnectedCallback() {
    this._$EO?.forEach((t) => t.hostDisconnected?.());
  }
  attributeChangedCallback(t, e, i) {
    this._$AK(t, i);
  }
  _$ET(t, e) {
    let i = this.constructor.elementProperties.get(t),
      r = this.constructor._$Eu(t, i);
    if (r !== void 0 && i.reflect === !0) {
      let o = (i.converter?.toAttribute !== void 0 ? i.converter : et).toAttribute(e, i.type);
      ((this._$Em = t),
        o == null ? this.removeAttribute(r) : this.setAttribute(r, o),
        (this._$Em = null));
    }
  }
  _$AK(t, e) {
    let i = this.constructor,
      r = i._$Eh.get(t);
    if (r !== void 0 && this._$Em !== r) {
      let o = i.getPropertyOptions(r),
        n =
          typeof o.converter == 'function'
            ? { fromAttribute: o.converter }
            : o.converter?.fromAttribute !== void 0
              ? o.converter
              : et;
      this._$Em = r;
      let l = n.fromAttribute(e, o.type);
      ((this[r] = l ?? this._$Ej?.get(r) ?? l), (this._$Em = null));
    }
  }
  requestUpdate(t, e, i, r = !1, o) {
    if (t !== void 0) {
      let n = this.constructor;
      if (
        (r === !1 && (o = this[t]),
        (i ??= n.getPropertyOptions(t)),
        !(
          (i.hasChanged ?? At)(o, e) ||
          (i.useDefault && i.reflect && o === this._$Ej?.get(t) && !this.hasAttribute(n._$Eu(t, i)))
        ))
      )
        return;
      this.C(t, e, i);
    }
    this.isUpdatePending === !1 && (this._$ES = this._$EP());
  }
  C(t, e, { useDefault: i, reflect: r, wrapped: o }, n) {
    (i &&
      !(this._$Ej ??= new Map()).has(t) &&
      (this._$Ej.set(t, n ?? e ?? this[t]), o !== !0 || n !== void 0)) ||
      (this._$AL.has(t) || (this.hasUpdated || i || (e = void 0), this._$AL.set(t, e)),
      r === !0 && this._$Em !== t && (this._$Eq ??= new Set()).add(t));
  }
  async _$EP() {
    this.isUpdatePending = !0;
    try {
      await this._$ES;
    } catch (e) {
      Promise.reject(e);
    }
    let t = this.scheduleUpdate();
    return (t != null && (await t), !this.isUpdatePending);
  }
  scheduleUpdate() {
    return this.performUpdate();
  }
  performUpdate() {
    if (!this.isUpdatePending) return;
    if (!this.hasUpdated) {
      if (((this.renderRoot ??= this.createRenderRoot()), this._$Ep)) {
        for (let [r, o] of this._$Ep) this[r] = o;
        this._$Ep = void 0;
      }
      let i = this.constructor.elementProperties;
      if (i.size > 0)
        for (let [r, o] of i) {
          let { wrapped: n } = o,
            l = this[r];
          n !== !0 || this._$AL.has(r) || l === void 0 || this.C(r, void 0, o, l);
        }
    }
    let t = !1,
      e = this._$AL;
    try {
      ((t = this.shouldUpdate(e)),
        t
          ? (this.willUpdate(e), this._$EO?.forEach((i) => i.hostUpdate?.()), this.update(e))
          : this._$EM());
    } catch (i) {
      throw ((t = !1), this._$EM(), i);
    }
    t && this._$AE(e);
  }
  willUpdate(t) {}
  _$AE(t) {
    (this._$EO?.forEach((e) => e.hostUpdated?.()),
      this.hasUpdated || ((this.hasUpdated = !0), this.firstUpdated(t)),
      this.updated(t));
  }
  _$EM() {
    ((this._$AL = new Map()), (this.isUpdatePending = !1));
  }
  get updateComplete() {
    return this.getUpdateComplete();
  }
  getUpdateComplete() {
    return this._$ES;
  }
  shouldUpdate(t) {
    return !0;
  }
  update(t) {
    ((this._$Eq &&= this._$Eq.forEach((e) => this._$ET(e, this[e]))), this._$EM());
  }
  updated(t) {}
  firstUpdated(t) {}
};
((g.elementStyles = []),
  (g.shadowRootOptions = { mode: 'open' }),
  (g[O('elementProperties')] = new Map()),
  (g[O('finalized')] = new Map()),
  Gt?.({ ReactiveElement: g }),
  (V.reactiveElementVersions ??= []).push('2.1.2'));
var it = globalThis,
  vt = (s) => s,
  z = it.trustedTypes,
  yt = z ? z.createPolicy('lit-html', { createHTML: (s) => s }) : void 0,
  rt = '$lit$',
  E = `lit$${Math.random().toFixed(9).slice(2)}$`,
  ot = '?' + E,
  Wt = `<${ot}>`,
  x = document,
  H = () => x.createComment(''),
  D = (s) => s === null || (typeof s != 'object' && typeof s != 'function'),
  nt = Array.isArray,
  xt = (s) => nt(s) || typeof s?.[Symbol.iterator] == 'function',
  st = `[ 	
\f\r]`,
  N = /<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,
  gt = /-->/g,
  Et = />/g,
  C = RegExp(
    `>|${st}(?:([^\\s"'>=/]+)(${st}*=${st}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,
    'g',
  ),
  St = /'/g,
  Ct = /"/g,
  Tt = /^(?:script|style|textarea|title)$/i,
  ht =
    (s) =>
    (t, ...e) => ({ _$litType$: s, strings: t, values: e }),
  qt = ht(1),
  Kt = ht(2),
  pe = ht(3),
  _ = Symbol.for('lit-noChange'),
  d = Symbol.for('lit-nothing'),
  bt = new WeakMap(),
  b = x.createTreeWalker(x, 129);
function Pt(s, t) {
  if (!nt(s) || !s.hasOwnProperty('raw')) throw Error('invalid template strings array');
  return yt !== void 0 ? yt.createHTML(t) : t;
}
var wt = (s, t) => {
    let e = s.length - 1,
      i = [],
      r,
      o = t === 2 ? '<svg>' : t === 3 ? '<math>' : '',
      n = N;
    for (let l = 0; l < e; l++) {
      let h = s[l],
        p,
        $,
        a = -1,
        u = 0;
      for (; u < h.length && ((n.lastIndex = u), ($ = n.exec(h)), $ !== null);)
        ((u = n.lastIndex),
          n === N
            ? $[1] === '!--'
              ? (n = gt)
              : $[1] !== void 0
                ? (n = Et)
                : $[2] !== void 0
                  ? (Tt.test($[2]) && (r = RegExp('</' + $[2], 'g')), (n = C))
                  : $[3] !== void 0 && (n = C)
            : n === C
              ? $[0] === '>'
                ? ((n = r ?? N), (a = -1))
                : $[1] === void 0
                  ? (a = -2)
                  : ((a = n.lastIndex - $[2].length),
                    (p = $[1]),
                    (n = $[3] === void 0 ? C : $[3] === '"' ? Ct : St))
              : n === Ct || n === St
                ? (n = C)
                : n === gt || n === Et
                  ? (n = N)
                  : ((n = C), (r = void 0)));
      let c = n === C && s[l + 1].startsWith('/>') ? ' ' : '';
      o +=
        n === N
          ? h + Wt
          : a >= 0
            ? (i.push(p), h.slice(0, a) + rt + h.slice(a) + E + c)
            : h + E + (a === -2 ? l : c);
    }
    return [Pt(s, o + (s[e] || '<?>') + (t === 2 ? '</svg>' : t === 3 ? '</math>' : '')), i];
  },
  k = class s {
    constructor({ strings: t, _$litType$: e }, i) {
      let r;
      this.parts = [];
      let o = 0,
        n = 0,
        l = t.length - 1,
        h = this.parts,
        [p, $] = wt(t, e);
      if (
        ((this.el = s.createElement(p, i)), (b.currentNode = this.el.content), e === 2 || e === 3)
      ) {
        let a = this.el.content.firstChild;
        a.replaceWith(...a.childNodes);
      }
      for (; (r = b.nextNode()) !== null && h.length < l;) {
        if (r.nodeType === 1) {
          if (r.hasAttributes())
            for (let a of r.getAttributeNames())
              if (a.endsWith(rt)) {
                let u = $[n++],
                  c = r.getAttribute(a).split(E),
                  f = /([.?@])?(.*)/.exec(u);
                (h.push({
                  type: 1,
                  index: o,
                  name: f[2],
                  strings: c,
                  ctor: f[1] === '.' ? W : f[1] === '?' ? q : f[1] === '@' ? K : P,
                }),
                  r.removeAttribute(a));
              } else a.startsWith(E) && (h.push({ type: 6, index: o }), r.removeAttribute(a));
          if (Tt.test(r.tagName)) {
            let a = r.textContent.split(E),
              u = a.length - 1;
            if (u > 0) {
              r.textContent = z ? z.emptyScript : '';
              for (let c = 0; c < u; c++)
                (r.append(a[c], H()), b.nextNode(), h.push({ type: 2, index: ++o }));
              r.append(a[u], H());
            }
          }
        } else if (r.nodeType === 8)
          if (r.data === ot) h.push({ type: 2, index: o });
          else {
            let a = -1;
            for (; (a = r.data.indexOf(E, a + 1)) !== -1;)
              (h.push({ type: 7, index: o }), (a += E.length - 1));
          }
        o++;
      }
    }
    static createElement(t, e) {
      let i = x.createElement('template');
      return ((i.innerHTML = t), i);
    }
  };
function T(s, t, e = s, i) {
  if (t === _) return t;
  let r = i !== void 0 ? e._$Co?.[i] : e._$Cl,
    o = D(t) ? void 0 : t._$litDirective$;
  return (
    r?.constructor !== o &&
      (r?._$AO?.(!1),
      o === void 0 ? (r = void 0) : ((r = new o(s)), r._$AT(s, e, i)),
      i !== void 0 ? ((e._$Co ??= [])[i] = r) : (e._$Cl = r)),
    r !== void 0 && (t = T(s, r._$AS(s, t.values), r, i)),
    t
  );
}
var G = class {
    constructor(t, e) {
      ((this._$AV = []), (this._$AN = void 0), (this._$AD = t), (this._$AM = e));
    }
    get parentNode() {
      return this._$AM.parentNode;
    }
    get _$AU() {
      return this._$AM._$AU;
    }
    u(t) {
      let {
          el: { content: e },
          parts: i,
        } = this._$AD,
        r = (t?.creationScope ?? x).importNode(e, !0);
      b.currentNode = r;
      let o = b.nextNode(),
        n = 0,
        l = 0,
        h = i[0];
      for (; h !== void 0;) {
        if (n === h.index) {
          let p;
          (h.type === 2
            ? (p = new U(o, o.nextSibling, this, t))
            : h.type === 1
              ? (p = new h.ctor(o, h.name, h.strings, this, t))
              : h.type === 6 && (p = new Y(o, this, t)),
            this._$AV.push(p),
            (h = i[++l]));
        }
        n !== h?.index && ((o = b.nextNode()), n++);
      }
      return ((b.currentNode = x), r);
    }
    p(t) {
      let e = 0;
      for (let i of this._$AV)
        (i !== void 0 &&
          (i.strings !== void 0 ? (i._$AI(t, i, e), (e += i.strings.length - 2)) : i._$AI(t[e])),
          e++);
    }
  },
  U = class s {
    get _$AU() {
      return this._$AM?._$AU ?? this._$Cv;
    }
    constructor(t, e, i, r) {
      ((this.type = 2),
        (this._$AH = d),
        (this._$AN = void 0),
        (this._$AA = t),
        (this._$AB = e),
        (this._$AM = i),
        (this.options = r),
        (this._$Cv = r?.isConnected ?? !0));
    }
    get parentNode() {
      let t = this._$AA.parentNode,
        e = this._$AM;
      return (e !== void 0 && t?.nodeType === 11 && (t = e.parentNode), t);
    }
    get startNode() {
      return this._$AA;
    }
    get endNode() {
      return this._$AB;
    }
    _$AI(t, e = this) {
      ((t = T(this, t, e)),
        D(t)
          ? t === d || t == null || t === ''
            ? (this._$AH !== d && this._$AR(), (this._$AH = d))
            : t !== this._$AH && t !== _ && this._(t)
          : t._$litType$ !== void 0
            ? this.$(t)
            : t.nodeType !== void 0
              ? this.T(t)
              : xt(t)
                ? this.k(t)
                : this._(t));
    }
    O(t) {
      return this._$AA.parentNode.insertBefore(t, this._$AB);
    }
    T(t) {
      this._$AH !== t && (this._$AR(), (this._$AH = this.O(t)));
    }
    _(t) {
      (this._$AH !== d && D(this._$AH)
        ? (this._$AA.nextSibling.data = t)
        : this.T(x.createTextNode(t)),
        (this._$AH = t));
    }
    $(t) {
      let { values: e, _$litType$: i } = t,
        r =
          typeof i == 'number'
            ? this._$AC(t)
            : (i.el === void 0 && (i.el = k.createElement(Pt(i.h, i.h[0]), this.options)), i);
      if (this._$AH?._$AD === r) this._$AH.p(e);
      else {
        let o = new G(r, this),
          n = o.u(this.options);
        (o.p(e), this.T(n), (this._$AH = o));
      }
    }
    _$AC(t) {
      let e = bt.get(t.strings);
      return (e === void 0 && bt.set(t.strings, (e = new k(t))), e);
    }
    k(t) {
      nt(this._$AH) || ((this._$AH = []), this._$AR());
      let e = this._$AH,
        i,
        r = 0;
      for (let o of t)
        (r === e.length
          ? e.push((i = new s(this.O(H()), this.O(H()), this, this.options)))
          : (i = e[r]),
          i._$AI(o),
          r++);
      r < e.length && (this._$AR(i && i._$AB.nextSibling, r), (e.length = r));
    }
    _$AR(t = this._$AA.nextSibling, e) {
      for (this._$AP?.(!1, !0, e); t !== this._$AB;) {
        let i = vt(t).nextSibling;
        (vt(t).remove(), (t = i));
      }
    }
    setConnected(t) {
      this._$AM === void 0 && ((this._$Cv = t), this._$AP?.(t));
    }
  },
  P = class {
    get tagName() {
      return this.element.tagName;
    }
    get _$AU() {
      return this._$AM._$AU;
    }
    constructor(t, e, i, r, o) {
      ((this.type = 1),
        (this._$AH = d),
        (this._$AN = void 0),
        (this.element = t),
        (this.name = e),
        (this._$AM = r),
        (this.options = o),
        i.length > 2 || i[0] !== '' || i[1] !== ''
          ? ((this._$AH = Array(i.length - 1).fill(new String())), (this.strings = i))
          : (this._$AH = d));
    }
    _$AI(t, e = this, i, r) {
      let o = this.strings,
        n = !1;
      if (o === void 0)
        ((t = T(this, t, e, 0)), (n = !D(t) || (t !== this._$AH && t !== _)), n && (this._$AH = t));
      else {
        let l = t,
          h,
          p;
        for (t = o[0], h = 0; h < o.length - 1; h++)
          ((p = T(this, l[i + h], e, h)),
            p === _ && (p = this._$AH[h]),
            (n ||= !D(p) || p !== this._$AH[h]),
            p === d ? (t = d) : t !== d && (t += (p ?? '') + o[h + 1]),
            (this._$AH[h] = p));
      }
      n && !r && this.j(t);
    }
    j(t) {
      t === d
        ? this.element.removeAttribute(this.name)
        : this.element.setAttribute(this.name, t ?? '');
    }
  },
  W = class extends P {
    constructor() {
      (super(...arguments), (this.type = 3));
    }
    j(t) {
      this.element[this.name] = t === d ? void 0 : t;
    }
  },
  q = class extends P {
    constructor() {
      (super(...arguments), (this.type = 4));
    }
    j(t) {
      this.element.toggleAttribute(this.name, !!t && t !== d);
    }
  },
  K = class extends P {
    constructor(t, e, i, r, o) {
      (super(t, e, i, r, o), (this.type = 5));
    }
    _$AI(t, e = this) {
      if ((t = T(this, t, e, 0) ?? d) === _) return;
      let i = this._$AH,
        r =
          (t === d && i !== d) ||
          t.capture !== i.capture ||
          t.once !== i.once ||
          t.passive !== i.passive,
        o = t !== d && (i === d || r);
      (r && this.element.removeEventListener(this.name, this, i),
        o && this.element.addEventListener(this.name, this, t),
        (this._$AH = t));
    }
    handleEvent(t) {
      typeof this._$AH == 'function'
        ? this._$AH.call(this.options?.host ?? this.element, t)
        : this._$AH.handleEvent(t);
    }
  },
  Y = class {
    constructor(t, e, i) {
      ((this.element = t),
        (this.type = 6),
        (this._$AN = void 0),
        (this._$AM = e),
        (this.options = i));
    }
    get _$AU() {
      return this._$AM._$AU;
    }
    _$AI(t) {
      T(this, t);
    }
  },
  Ut = { M: rt, P: E, A: ot, C: 1, L: wt, R: G, D: xt, V: T, I: U, H: P, N: q, U: K, B: W, F: Y },
  Yt = it.litHtmlPolyfillSupport;
(Yt?.(k, U), (it.litHtmlVersions ??= []).push('3.3.3'));
var Mt = (s, t, e) => {
  let i = e?.renderBefore ?? t,
    r = i._$litPart$;
  if (r === void 0) {
    let o = e?.renderBefore ?? null;
    i._$litPart$ = r = new U(t.insertBefore(H(), o), o, void 0, e ?? {});
  }
  return (r._$AI(s), r);
};
var at = globalThis,
  w = class extends g {
    constructor() {
      (super(...arguments), (this.renderOptions = { host: this }), (this._$Do = void 0));
    }
    createRenderRoot() {
      let t = super.createRenderRoot();
      return ((this.renderOptions.renderBefore ??= t.firstChild), t);
    }
    update(t) {
      let e = this.render();
      (this.hasUpdated || (this.renderOptions.isConnected = this.isConnected),
        super.update(t),
        (this._$Do = Mt(e, this.renderRoot, this.renderOptions)));
    }
    connectedCallback() {
      (super.connectedCallback(), this._$Do?.setConnected(!0));
    }
    disconnectedCallback() {
      (super.disconnectedCallback(), this._$Do?.setConnected(!1));
    }
    render() {
      return _;
    }
  };
((w._$litElement$ = !0), (w.finalized = !0), at.litElementHydrateSupport?.({ LitElement: w }));
var Ft = at.litElementPolyfillSupport;
Ft?.({ LitElement: w });
(at.litElementVersions ??= []).push('4.2.2');
var m = { ATTRIBUTE: 1, CHILD: 2, PROPERTY: 3, BOOLEAN_ATTRIBUTE: 4, EVENT: 5, ELEMENT: 6 },
  v =
    (s) =>
    (...t) => ({ _$litDirective$: s, values: t }),
  A = class {
    constructor(t) {}
    get _$AU() {
      return this._$AM._$AU;
    }
    _$AT(t, e, i) {
      ((this._$Ct = t), (this._$AM = e), (this._$Ci = i));
    }
    _$AS(t, e) {
      return this.update(t, e);
    }
    update(t, e) {
      return this.render(...e);
    }
  };
var { I: Jt } = Ut,
  Rt = (s) => s;
var F = (s) => s.strings === void 0,
  Ot = () => document.createComment(''),
  M = (s, t, e) => {
    let i = s._$AA.parentNode,
      r = t === void 0 ? s._$AB : t._$AA;
    if (e === void 0) {
      let o = i.insertBefore(Ot(), r),
        n = i.insertBefore(Ot(), r);
      e = new Jt(o, n, s, s.options);
    } else {
      let o = e._$AB.nextSibling,
        n = e._$AM,
        l = n !== s;
      if (l) {
        let h;
        (e._$AQ?.(s), (e._$AM = s), e._$AP !== void 0 && (h = s._$AU) !== n._$AU && e._$AP(h));
      }
      if (o !== r || l) {
        let h = e._$AA;
        for (; h !== o;) {
          let p = Rt(h).nextSibling;
          (Rt(i).insertBefore(h, r), (h = p));
        }
      }
    }
    return e;
  },
  S = (s, t, e = s) => (s._$AI(t, e), s),
  Qt = {},
  R = (s, t = Qt) => (s._$AH = t),
  Nt = (s) => s._$AH,
  J = (s) => {
    (s._$AR(), s._$AA.remove());
  };
var Ht = (s, t, e) => {
    let i = new Map();
    for (let r = t; r <= e; r++) i.set(s[r], r);
    return i;
  },
  Zt = v(
    class extends A {
      constructor(s) {
        if ((super(s), s.type !== m.CHILD))
          throw Error('repeat() can only be used in text expressions');
      }
      dt(s, t, e) {
        let i;
        e === void 0 ? (e = t) : t !== void 0 && (i = t);
        let r = [],
          o = [],
          n = 0;
        for (let l of s) ((r[n] = i ? i(l, n) : n), (o[n] = e(l, n)), n++);
        return { values: o, keys: r };
      }
      render(s, t, e) {
        return this.dt(s, t, e).values;
      }
      update(s, [t, e, i]) {
        let r = Nt(s),
          { values: o, keys: n } = this.dt(t, e, i);
        if (!Array.isArray(r)) return ((this.ut = n), o);
        let l = (this.ut ??= []),
          h = [],
          p,
          $,
          a = 0,
          u = r.length - 1,
          c = 0,
          f = o.length - 1;
        for (; a <= u && c <= f;)
          if (r[a] === null) a++;
          else if (r[u] === null) u--;
          else if (l[a] === n[c]) ((h[c] = S(r[a], o[c])), a++, c++);
          else if (l[u] === n[f]) ((h[f] = S(r[u], o[f])), u--, f--);
          else if (l[a] === n[f]) ((h[f] = S(r[a], o[f])), M(s, h[f + 1], r[a]), a++, f--);
          else if (l[u] === n[c]) ((h[c] = S(r[u], o[c])), M(s, r[a], r[u]), u--, c++);
          else if ((p === void 0 && ((p = Ht(n, c, f)), ($ = Ht(l, a, u))), p.has(l[a])))
            if (p.has(l[u])) {
              let y = $.get(n[c]),
                X = y !== void 0 ? r[y] : null;
              if (X === null) {
                let dt = M(s, r[a]);
                (S(dt, o[c]), (h[c] = dt));
              } else ((h[c] = S(X, o[c])), M(s, r[a], X), (r[y] = null));
              c++;
            } else (J(r[u]), u--);
          else (J(r[a]), a++);
        for (; c <= f;) {
          let y = M(s, h[f + 1]);
          (S(y, o[c]), (h[c++] = y));
        }
        for (; a <= u;) {
          let y = r[a++];
          y !== null && J(y);
        }
        return ((this.ut = n), R(s, h), _);
      }
    },
  );
var Xt = v(
  class extends A {
    constructor(s) {
      if ((super(s), s.type !== m.ATTRIBUTE || s.name !== 'class' || s.strings?.length > 2))
        throw Error(
          '`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.',
        );
    }
    render(s) {
      return (
        ' ' +
        Object.keys(s)
          .filter((t) => s[t])
          .join(' ') +
        ' '
      );
    }
    update(s, [t]) {
      if (this.st === void 0) {
        ((this.st = new Set()),
          s.strings !== void 0 &&
            (this.nt = new Set(
              s.strings
                .join(' ')
                .split(/\s/)
                .filter((i) => i !== ''),
            )));
        for (let i in t) t[i] && !this.nt?.has(i) && this.st.add(i);
        return this.render(t);
      }
      let e = s.element.classList;
      for (let i of this.st) i in t || (e.remove(i), this.st.delete(i));
      for (let i in t) {
        let r = !!t[i];
        r === this.st.has(i) ||
          this.nt?.has(i) ||
          (r ? (e.add(i), this.st.add(i)) : (e.remove(i), this.st.delete(i)));
      }
      return _;
    }
  },
);
var te = v(
  class extends A {
    constructor(s) {
      if (
        (super(s),
        s.type !== m.PROPERTY && s.type !== m.ATTRIBUTE && s.type !== m.BOOLEAN_ATTRIBUTE)
      )
        throw Error('The `live` directive is not allowed on child or event bindings');
      if (!F(s)) throw Error('`live` bindings can only contain a single expression');
    }
    render(s) {
      return s;
    }
    update(s, [t]) {
      if (t === _ || t === d) return t;
      let e = s.element,
        i = s.name;
      if (s.type === m.PROPERTY) {
        if (t === e[i]) return _;
      } else if (s.type === m.BOOLEAN_ATTRIBUTE) {
        if (!!t === e.hasAttribute(i)) return _;
      } else if (s.type === m.ATTRIBUTE && e.getAttribute(i) === t + '') return _;
      return (R(s), t);
    }
  },
);
var L = (s, t) => {
    let e = s._$AN;
    if (e === void 0) return !1;
    for (let i of e) (i._$AO?.(t, !1), L(i, t));
    return !0;
  },
  Q = (s) => {
    let t, e;
    do {
      if ((t = s._$AM) === void 0) break;
      ((e = t._$AN), e.delete(s), (s = t));
    } while (e?.size === 0);
  },
  Dt = (s) => {
    for (let t; (t = s._$AM); s = t) {
      let e = t._$AN;
      if (e === void 0) t._$AN = e = new Set();
      else if (e.has(s)) break;
      (e.add(s), ie(t));
    }
  };
function ee(s) {
  this._$AN !== void 0 ? (Q(this), (this._$AM = s), Dt(this)) : (this._$AM = s);
}
function se(s, t = !1, e = 0) {
  let i = this._$AH,
    r = this._$AN;
  if (r !== void 0 && r.size !== 0)
    if (t)
      if (Array.isArray(i)) for (let o = e; o < i.length; o++) (L(i[o], !1), Q(i[o]));
      else i != null && (L(i, !1), Q(i));
    else L(this, s);
}
var ie = (s) => {
    s.type == m.CHILD && ((s._$AP ??= se), (s._$AQ ??= ee));
  },
  Z = class extends A {
    constructor() {
      (super(...arguments), (this._$AN = void 0));
    }
    _$AT(t, e, i) {
      (super._$AT(t, e, i), Dt(this), (this.isConnected = t._$AU));
    }
    _$AO(t, e = !0) {
      (t !== this.isConnected &&
        ((this.isConnected = t), t ? this.reconnected?.() : this.disconnected?.()),
        e && (L(this, t), Q(this)));
    }
    setValue(t) {
      if (F(this._$Ct)) this._$Ct._$AI(t, this);
      else {
        let e = [...this._$Ct._$AH];
        ((e[this._$Ci] = t), this._$Ct._$AI(e, this, 0));
      }
    }
    disconnected() {}
    reconnected() {}
  };
var re = () => new ct(),
  ct = class {},
  lt = new WeakMap(),
  oe = v(
    class extends Z {
      render(s) {
        return d;
      }
      update(s, [t]) {
        let e = t !== this.G;
        return (
          e && this.rt(void 0),
          (e || this.lt !== this.ct) &&
            ((this.G = t), (this.ht = s.options?.host), this.rt((this.ct = s.element))),
          d
        );
      }
      rt(s) {
        if (this.G !== void 0)
          if ((this.isConnected || (s = void 0), typeof this.G == 'function')) {
            let t = this.ht ?? globalThis,
              e = lt.get(t);
            (e === void 0 && ((e = new WeakMap()), lt.set(t, e)),
              e.get(this.G) !== void 0 && this.G.call(this.ht, void 0),
              e.set(this.G, s),
              s !== void 0 && this.G.call(this.ht, s));
          } else this.G.value = s;
      }
      get lt() {
        return typeof this.G == 'function'
          ? lt.get(this.ht ?? globalThis)?.get(this.G)
          : this.G?.value;
      }
      disconnected() {
        this.lt === this.ct && this.rt(void 0);
      }
      reconnected() {
        this.rt(this.ct);
      }
    },
  );
var ne = v(
  class extends A {
    constructor() {
      (super(...arguments), (this.key = d));
    }
    render(s, t) {
      return ((this.key = s), t);
    }
    update(s, [t, e]) {
      return (t !== this.key && (R(s), (this.key = t)), e);
    }
  },
);
export {
  w as LitElement,
  Xt as classMap,
  re as createRef,
  qt as html,
  ne as keyed,
  te as live,
  d as nothing,
  oe as ref,
  Zt as repeat,
  Kt as svg,
};
