import { diff, printDiffOrStringify } from "@vitest/utils/diff";
import { stringify } from "@vitest/utils/display";
import { assertTypes, getType, isObject, noop, ordinal } from "@vitest/utils/helpers";
import c from "tinyrainbow";
import { isMockFunction } from "@vitest/spy";
import { processError } from "@vitest/utils/error";
import { use, util } from "chai";
// node_modules/chai/index.js
var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, {
	enumerable: true,
	configurable: true,
	writable: true,
	value
}) : obj[key] = value;
var __name = (target, value) => __defProp(target, "name", {
	value,
	configurable: true
});
var __export = (target, all) => {
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
};
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
var utils_exports = {};
__export(utils_exports, {
	addChainableMethod: () => addChainableMethod,
	addLengthGuard: () => addLengthGuard,
	addMethod: () => addMethod,
	addProperty: () => addProperty,
	checkError: () => check_error_exports,
	compareByInspect: () => compareByInspect,
	eql: () => deep_eql_default,
	events: () => events,
	expectTypes: () => expectTypes,
	flag: () => flag,
	getActual: () => getActual,
	getMessage: () => getMessage2,
	getName: () => getName,
	getOperator: () => getOperator,
	getOwnEnumerableProperties: () => getOwnEnumerableProperties,
	getOwnEnumerablePropertySymbols: () => getOwnEnumerablePropertySymbols,
	getPathInfo: () => getPathInfo,
	hasProperty: () => hasProperty,
	inspect: () => inspect2,
	isNaN: () => isNaN2,
	isNumeric: () => isNumeric,
	isProxyEnabled: () => isProxyEnabled,
	isRegExp: () => isRegExp2,
	objDisplay: () => objDisplay,
	overwriteChainableMethod: () => overwriteChainableMethod,
	overwriteMethod: () => overwriteMethod,
	overwriteProperty: () => overwriteProperty,
	proxify: () => proxify,
	test: () => test$1,
	transferFlags: () => transferFlags,
	type: () => type
});
var check_error_exports = {};
__export(check_error_exports, {
	compatibleConstructor: () => compatibleConstructor,
	compatibleInstance: () => compatibleInstance,
	compatibleMessage: () => compatibleMessage,
	getConstructorName: () => getConstructorName,
	getMessage: () => getMessage
});
function isErrorInstance(obj) {
	return obj instanceof Error || Object.prototype.toString.call(obj) === "[object Error]";
}
__name(isErrorInstance, "isErrorInstance");
function isRegExp(obj) {
	return Object.prototype.toString.call(obj) === "[object RegExp]";
}
__name(isRegExp, "isRegExp");
function compatibleInstance(thrown, errorLike) {
	return isErrorInstance(errorLike) && thrown === errorLike;
}
__name(compatibleInstance, "compatibleInstance");
function compatibleConstructor(thrown, errorLike) {
	if (isErrorInstance(errorLike)) return thrown.constructor === errorLike.constructor || thrown instanceof errorLike.constructor;
	else if ((typeof errorLike === "object" || typeof errorLike === "function") && errorLike.prototype) return thrown.constructor === errorLike || thrown instanceof errorLike;
	return false;
}
__name(compatibleConstructor, "compatibleConstructor");
function compatibleMessage(thrown, errMatcher) {
	const comparisonString = typeof thrown === "string" ? thrown : thrown.message;
	if (comparisonString === void 0) return false;
	if (isRegExp(errMatcher)) return errMatcher.test(comparisonString);
	else if (typeof errMatcher === "string") return comparisonString.indexOf(errMatcher) !== -1;
	return false;
}
__name(compatibleMessage, "compatibleMessage");
function getConstructorName(errorLike) {
	let constructorName = errorLike;
	if (isErrorInstance(errorLike)) constructorName = errorLike.constructor.name;
	else if (typeof errorLike === "function") {
		constructorName = errorLike.name;
		if (constructorName === "") constructorName = new errorLike().name || constructorName;
	}
	return constructorName;
}
__name(getConstructorName, "getConstructorName");
function getMessage(errorLike) {
	let msg = "";
	if (errorLike && errorLike.message) msg = errorLike.message;
	else if (typeof errorLike === "string") msg = errorLike;
	return msg;
}
__name(getMessage, "getMessage");
function flag(obj, key, value) {
	let flags = obj.__flags || (obj.__flags = /* @__PURE__ */ Object.create(null));
	if (arguments.length === 3) flags[key] = value;
	else return flags[key];
}
__name(flag, "flag");
function test$1(obj, args) {
	let negate = flag(obj, "negate"), expr = args[0];
	return negate ? !expr : expr;
}
__name(test$1, "test");
function type(obj) {
	if (typeof obj === "undefined") return "undefined";
	if (obj === null) return "null";
	const stringTag = obj[Symbol.toStringTag];
	if (typeof stringTag === "string") return stringTag;
	return Object.prototype.toString.call(obj).slice(8, -1);
}
__name(type, "type");
var canElideFrames = "captureStackTrace" in Error;
var _AssertionError = class _AssertionError extends Error {
	constructor(message = "Unspecified AssertionError", props, ssf) {
		super(message);
		__publicField(this, "message");
		this.message = message;
		if (canElideFrames) Error.captureStackTrace(this, ssf || _AssertionError);
		for (const key in props) if (!(key in this)) this[key] = props[key];
	}
	get name() {
		return "AssertionError";
	}
	get ok() {
		return false;
	}
	toJSON(stack) {
		return {
			...this,
			name: this.name,
			message: this.message,
			ok: false,
			stack: stack !== false ? this.stack : void 0
		};
	}
};
__name(_AssertionError, "AssertionError");
var AssertionError = _AssertionError;
function expectTypes(obj, types) {
	let flagMsg = flag(obj, "message");
	let ssfi = flag(obj, "ssfi");
	flagMsg = flagMsg ? flagMsg + ": " : "";
	obj = flag(obj, "object");
	types = types.map(function(t) {
		return t.toLowerCase();
	});
	types.sort();
	let str = types.map(function(t, index) {
		let art = ~[
			"a",
			"e",
			"i",
			"o",
			"u"
		].indexOf(t.charAt(0)) ? "an" : "a";
		return (types.length > 1 && index === types.length - 1 ? "or " : "") + art + " " + t;
	}).join(", ");
	let objType = type(obj).toLowerCase();
	if (!types.some(function(expected) {
		return objType === expected;
	})) throw new AssertionError(flagMsg + "object tested must be " + str + ", but " + objType + " given", void 0, ssfi);
}
__name(expectTypes, "expectTypes");
function getActual(obj, args) {
	return args.length > 4 ? args[4] : obj._obj;
}
__name(getActual, "getActual");
var ansiColors = {
	bold: ["1", "22"],
	dim: ["2", "22"],
	italic: ["3", "23"],
	underline: ["4", "24"],
	inverse: ["7", "27"],
	hidden: ["8", "28"],
	strike: ["9", "29"],
	black: ["30", "39"],
	red: ["31", "39"],
	green: ["32", "39"],
	yellow: ["33", "39"],
	blue: ["34", "39"],
	magenta: ["35", "39"],
	cyan: ["36", "39"],
	white: ["37", "39"],
	brightblack: ["30;1", "39"],
	brightred: ["31;1", "39"],
	brightgreen: ["32;1", "39"],
	brightyellow: ["33;1", "39"],
	brightblue: ["34;1", "39"],
	brightmagenta: ["35;1", "39"],
	brightcyan: ["36;1", "39"],
	brightwhite: ["37;1", "39"],
	grey: ["90", "39"]
};
var styles = {
	special: "cyan",
	number: "yellow",
	bigint: "yellow",
	boolean: "yellow",
	undefined: "grey",
	null: "bold",
	string: "green",
	symbol: "green",
	date: "magenta",
	regexp: "red"
};
var truncator = "…";
function colorise(value, styleType) {
	const color = ansiColors[styles[styleType]] || ansiColors[styleType] || "";
	if (!color) return String(value);
	return `\x1B[${color[0]}m${String(value)}\x1B[${color[1]}m`;
}
__name(colorise, "colorise");
function normaliseOptions({ showHidden = false, depth = 2, colors = false, customInspect = true, showProxy = false, maxArrayLength = Infinity, breakLength = Infinity, seen = [], truncate: truncate2 = Infinity, stylize = String } = {}, inspect3) {
	const options = {
		showHidden: Boolean(showHidden),
		depth: Number(depth),
		colors: Boolean(colors),
		customInspect: Boolean(customInspect),
		showProxy: Boolean(showProxy),
		maxArrayLength: Number(maxArrayLength),
		breakLength: Number(breakLength),
		truncate: Number(truncate2),
		seen,
		inspect: inspect3,
		stylize
	};
	if (options.colors) options.stylize = colorise;
	return options;
}
__name(normaliseOptions, "normaliseOptions");
function isHighSurrogate(char) {
	return char >= "\ud800" && char <= "\udbff";
}
__name(isHighSurrogate, "isHighSurrogate");
function truncate(string, length, tail = truncator) {
	string = String(string);
	const tailLength = tail.length;
	const stringLength = string.length;
	if (tailLength > length && stringLength > tailLength) return tail;
	if (stringLength > length && stringLength > tailLength) {
		let end = length - tailLength;
		if (end > 0 && isHighSurrogate(string[end - 1])) end = end - 1;
		return `${string.slice(0, end)}${tail}`;
	}
	return string;
}
__name(truncate, "truncate");
function inspectList(list, options, inspectItem, separator = ", ") {
	inspectItem = inspectItem || options.inspect;
	const size = list.length;
	if (size === 0) return "";
	const originalLength = options.truncate;
	let output = "";
	let peek = "";
	let truncated = "";
	for (let i = 0; i < size; i += 1) {
		const last = i + 1 === list.length;
		const secondToLast = i + 2 === list.length;
		truncated = `${truncator}(${list.length - i})`;
		const value = list[i];
		options.truncate = originalLength - output.length - (last ? 0 : separator.length);
		const string = peek || inspectItem(value, options) + (last ? "" : separator);
		const nextLength = output.length + string.length;
		const truncatedLength = nextLength + truncated.length;
		if (last && nextLength > originalLength && output.length + truncated.length <= originalLength) break;
		if (!last && !secondToLast && truncatedLength > originalLength) break;
		peek = last ? "" : inspectItem(list[i + 1], options) + (secondToLast ? "" : separator);
		if (!last && secondToLast && truncatedLength > originalLength && nextLength + peek.length > originalLength) break;
		output += string;
		if (!last && !secondToLast && nextLength + peek.length >= originalLength) {
			truncated = `${truncator}(${list.length - i - 1})`;
			break;
		}
		truncated = "";
	}
	return `${output}${truncated}`;
}
__name(inspectList, "inspectList");
function quoteComplexKey(key) {
	if (key.match(/^[a-zA-Z_][a-zA-Z_0-9]*$/)) return key;
	return JSON.stringify(key).replace(/'/g, "\\'").replace(/\\"/g, "\"").replace(/(^"|"$)/g, "'");
}
__name(quoteComplexKey, "quoteComplexKey");
function inspectProperty([key, value], options) {
	options.truncate -= 2;
	if (typeof key === "string") key = quoteComplexKey(key);
	else if (typeof key !== "number") key = `[${options.inspect(key, options)}]`;
	options.truncate -= key.length;
	value = options.inspect(value, options);
	return `${key}: ${value}`;
}
__name(inspectProperty, "inspectProperty");
function inspectArray(array, options) {
	const nonIndexProperties = Object.keys(array).slice(array.length);
	if (!array.length && !nonIndexProperties.length) return "[]";
	options.truncate -= 4;
	const listContents = inspectList(array, options);
	options.truncate -= listContents.length;
	let propertyContents = "";
	if (nonIndexProperties.length) propertyContents = inspectList(nonIndexProperties.map((key) => [key, array[key]]), options, inspectProperty);
	return `[ ${listContents}${propertyContents ? `, ${propertyContents}` : ""} ]`;
}
__name(inspectArray, "inspectArray");
var getArrayName = /* @__PURE__ */ __name((array) => {
	if (typeof Buffer === "function" && array instanceof Buffer) return "Buffer";
	if (array[Symbol.toStringTag]) return array[Symbol.toStringTag];
	return array.constructor.name;
}, "getArrayName");
function inspectTypedArray(array, options) {
	const name = getArrayName(array);
	options.truncate -= name.length + 4;
	const nonIndexProperties = Object.keys(array).slice(array.length);
	if (!array.length && !nonIndexProperties.length) return `${name}[]`;
	let output = "";
	for (let i = 0; i < array.length; i++) {
		const string = `${options.stylize(truncate(array[i], options.truncate), "number")}${i === array.length - 1 ? "" : ", "}`;
		options.truncate -= string.length;
		if (array[i] !== array.length && options.truncate <= 3) {
			output += `${truncator}(${array.length - array[i] + 1})`;
			break;
		}
		output += string;
	}
	let propertyContents = "";
	if (nonIndexProperties.length) propertyContents = inspectList(nonIndexProperties.map((key) => [key, array[key]]), options, inspectProperty);
	return `${name}[ ${output}${propertyContents ? `, ${propertyContents}` : ""} ]`;
}
__name(inspectTypedArray, "inspectTypedArray");
function inspectDate(dateObject, options) {
	const stringRepresentation = dateObject.toJSON();
	if (stringRepresentation === null) return "Invalid Date";
	const split = stringRepresentation.split("T");
	const date = split[0];
	return options.stylize(`${date}T${truncate(split[1], options.truncate - date.length - 1)}`, "date");
}
__name(inspectDate, "inspectDate");
function inspectFunction(func, options) {
	const functionType = func[Symbol.toStringTag] || "Function";
	const name = func.name;
	if (!name) return options.stylize(`[${functionType}]`, "special");
	return options.stylize(`[${functionType} ${truncate(name, options.truncate - 11)}]`, "special");
}
__name(inspectFunction, "inspectFunction");
function inspectMapEntry([key, value], options) {
	options.truncate -= 4;
	key = options.inspect(key, options);
	options.truncate -= key.length;
	value = options.inspect(value, options);
	return `${key} => ${value}`;
}
__name(inspectMapEntry, "inspectMapEntry");
function mapToEntries(map) {
	const entries = [];
	map.forEach((value, key) => {
		entries.push([key, value]);
	});
	return entries;
}
__name(mapToEntries, "mapToEntries");
function inspectMap(map, options) {
	if (map.size === 0) return "Map{}";
	options.truncate -= 7;
	return `Map{ ${inspectList(mapToEntries(map), options, inspectMapEntry)} }`;
}
__name(inspectMap, "inspectMap");
var isNaN = Number.isNaN || ((i) => i !== i);
function inspectNumber(number, options) {
	if (isNaN(number)) return options.stylize("NaN", "number");
	if (number === Infinity) return options.stylize("Infinity", "number");
	if (number === -Infinity) return options.stylize("-Infinity", "number");
	if (number === 0) return options.stylize(1 / number === Infinity ? "+0" : "-0", "number");
	return options.stylize(truncate(String(number), options.truncate), "number");
}
__name(inspectNumber, "inspectNumber");
function inspectBigInt(number, options) {
	let nums = truncate(number.toString(), options.truncate - 1);
	if (nums !== truncator) nums += "n";
	return options.stylize(nums, "bigint");
}
__name(inspectBigInt, "inspectBigInt");
function inspectRegExp(value, options) {
	const flags = value.toString().split("/")[2];
	const sourceLength = options.truncate - (2 + flags.length);
	const source = value.source;
	return options.stylize(`/${truncate(source, sourceLength)}/${flags}`, "regexp");
}
__name(inspectRegExp, "inspectRegExp");
function arrayFromSet(set2) {
	const values = [];
	set2.forEach((value) => {
		values.push(value);
	});
	return values;
}
__name(arrayFromSet, "arrayFromSet");
function inspectSet(set2, options) {
	if (set2.size === 0) return "Set{}";
	options.truncate -= 7;
	return `Set{ ${inspectList(arrayFromSet(set2), options)} }`;
}
__name(inspectSet, "inspectSet");
var stringEscapeChars = /* @__PURE__ */ new RegExp("['\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0604\\u070f\\u17b4\\u17b5\\u200c-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff\\ufff0-\\uffff]", "g");
var escapeCharacters = {
	"\b": "\\b",
	"	": "\\t",
	"\n": "\\n",
	"\f": "\\f",
	"\r": "\\r",
	"'": "\\'",
	"\\": "\\\\"
};
var hex = 16;
var unicodeLength = 4;
function escape(char) {
	return escapeCharacters[char] || `\\u${`0000${char.charCodeAt(0).toString(hex)}`.slice(-unicodeLength)}`;
}
__name(escape, "escape");
function inspectString(string, options) {
	if (stringEscapeChars.test(string)) string = string.replace(stringEscapeChars, escape);
	return options.stylize(`'${truncate(string, options.truncate - 2)}'`, "string");
}
__name(inspectString, "inspectString");
function inspectSymbol(value) {
	if ("description" in Symbol.prototype) return value.description ? `Symbol(${value.description})` : "Symbol()";
	return value.toString();
}
__name(inspectSymbol, "inspectSymbol");
var promise_default = /* @__PURE__ */ __name(() => "Promise{…}", "getPromiseValue");
function inspectObject(object, options) {
	const properties = Object.getOwnPropertyNames(object);
	const symbols = Object.getOwnPropertySymbols ? Object.getOwnPropertySymbols(object) : [];
	if (properties.length === 0 && symbols.length === 0) return "{}";
	options.truncate -= 4;
	options.seen = options.seen || [];
	if (options.seen.includes(object)) return "[Circular]";
	options.seen.push(object);
	const propertyContents = inspectList(properties.map((key) => [key, object[key]]), options, inspectProperty);
	const symbolContents = inspectList(symbols.map((key) => [key, object[key]]), options, inspectProperty);
	options.seen.pop();
	let sep = "";
	if (propertyContents && symbolContents) sep = ", ";
	return `{ ${propertyContents}${sep}${symbolContents} }`;
}
__name(inspectObject, "inspectObject");
var toStringTag = typeof Symbol !== "undefined" && Symbol.toStringTag ? Symbol.toStringTag : false;
function inspectClass(value, options) {
	let name = "";
	if (toStringTag && toStringTag in value) name = value[toStringTag];
	name = name || value.constructor.name;
	if (!name || name === "_class") name = "<Anonymous Class>";
	options.truncate -= name.length;
	return `${name}${inspectObject(value, options)}`;
}
__name(inspectClass, "inspectClass");
function inspectArguments(args, options) {
	if (args.length === 0) return "Arguments[]";
	options.truncate -= 13;
	return `Arguments[ ${inspectList(args, options)} ]`;
}
__name(inspectArguments, "inspectArguments");
var errorKeys = [
	"stack",
	"line",
	"column",
	"name",
	"message",
	"fileName",
	"lineNumber",
	"columnNumber",
	"number",
	"description",
	"cause"
];
function inspectObject2(error, options) {
	const properties = Object.getOwnPropertyNames(error).filter((key) => errorKeys.indexOf(key) === -1);
	const name = error.name;
	options.truncate -= name.length;
	let message = "";
	if (typeof error.message === "string") message = truncate(error.message, options.truncate);
	else properties.unshift("message");
	message = message ? `: ${message}` : "";
	options.truncate -= message.length + 5;
	options.seen = options.seen || [];
	if (options.seen.includes(error)) return "[Circular]";
	options.seen.push(error);
	const propertyContents = inspectList(properties.map((key) => [key, error[key]]), options, inspectProperty);
	return `${name}${message}${propertyContents ? ` { ${propertyContents} }` : ""}`;
}
__name(inspectObject2, "inspectObject");
function inspectAttribute([key, value], options) {
	options.truncate -= 3;
	if (!value) return `${options.stylize(String(key), "yellow")}`;
	return `${options.stylize(String(key), "yellow")}=${options.stylize(`"${value}"`, "string")}`;
}
__name(inspectAttribute, "inspectAttribute");
function inspectNodeCollection(collection, options) {
	return inspectList(collection, options, inspectNode, "\n");
}
__name(inspectNodeCollection, "inspectNodeCollection");
function inspectNode(node, options) {
	switch (node.nodeType) {
		case 1: return inspectHTML(node, options);
		case 3: return options.inspect(node.data, options);
		default: return options.inspect(node, options);
	}
}
__name(inspectNode, "inspectNode");
function inspectHTML(element, options) {
	const properties = element.getAttributeNames();
	const name = element.tagName.toLowerCase();
	const head = options.stylize(`<${name}`, "special");
	const headClose = options.stylize(`>`, "special");
	const tail = options.stylize(`</${name}>`, "special");
	options.truncate -= name.length * 2 + 5;
	let propertyContents = "";
	if (properties.length > 0) {
		propertyContents += " ";
		propertyContents += inspectList(properties.map((key) => [key, element.getAttribute(key)]), options, inspectAttribute, " ");
	}
	options.truncate -= propertyContents.length;
	const truncate2 = options.truncate;
	let children = inspectNodeCollection(element.children, options);
	if (children && children.length > truncate2) children = `${truncator}(${element.children.length})`;
	return `${head}${propertyContents}${headClose}${children}${tail}`;
}
__name(inspectHTML, "inspectHTML");
var chaiInspect = typeof Symbol === "function" && typeof Symbol.for === "function" ? /* @__PURE__ */ Symbol.for("chai/inspect") : "@@chai/inspect";
var nodeInspect = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
var constructorMap = /* @__PURE__ */ new WeakMap();
var stringTagMap = {};
var baseTypesMap = {
	undefined: /* @__PURE__ */ __name((value, options) => options.stylize("undefined", "undefined"), "undefined"),
	null: /* @__PURE__ */ __name((value, options) => options.stylize("null", "null"), "null"),
	boolean: /* @__PURE__ */ __name((value, options) => options.stylize(String(value), "boolean"), "boolean"),
	Boolean: /* @__PURE__ */ __name((value, options) => options.stylize(String(value), "boolean"), "Boolean"),
	number: inspectNumber,
	Number: inspectNumber,
	bigint: inspectBigInt,
	BigInt: inspectBigInt,
	string: inspectString,
	String: inspectString,
	function: inspectFunction,
	Function: inspectFunction,
	symbol: inspectSymbol,
	Symbol: inspectSymbol,
	Array: inspectArray,
	Date: inspectDate,
	Map: inspectMap,
	Set: inspectSet,
	RegExp: inspectRegExp,
	Promise: promise_default,
	WeakSet: /* @__PURE__ */ __name((value, options) => options.stylize("WeakSet{…}", "special"), "WeakSet"),
	WeakMap: /* @__PURE__ */ __name((value, options) => options.stylize("WeakMap{…}", "special"), "WeakMap"),
	Arguments: inspectArguments,
	Int8Array: inspectTypedArray,
	Uint8Array: inspectTypedArray,
	Uint8ClampedArray: inspectTypedArray,
	Int16Array: inspectTypedArray,
	Uint16Array: inspectTypedArray,
	Int32Array: inspectTypedArray,
	Uint32Array: inspectTypedArray,
	Float32Array: inspectTypedArray,
	Float64Array: inspectTypedArray,
	Generator: /* @__PURE__ */ __name(() => "", "Generator"),
	DataView: /* @__PURE__ */ __name(() => "", "DataView"),
	ArrayBuffer: /* @__PURE__ */ __name(() => "", "ArrayBuffer"),
	Error: inspectObject2,
	HTMLCollection: inspectNodeCollection,
	NodeList: inspectNodeCollection
};
var inspectCustom = /* @__PURE__ */ __name((value, options, type3, inspectFn) => {
	if (chaiInspect in value && typeof value[chaiInspect] === "function") return value[chaiInspect](options);
	if (nodeInspect in value && typeof value[nodeInspect] === "function") return value[nodeInspect](options.depth, options, inspectFn);
	if ("inspect" in value && typeof value.inspect === "function") return value.inspect(options.depth, options);
	if ("constructor" in value && constructorMap.has(value.constructor)) return constructorMap.get(value.constructor)(value, options);
	if (stringTagMap[type3]) return stringTagMap[type3](value, options);
	return "";
}, "inspectCustom");
var toString = Object.prototype.toString;
function inspect(value, opts = {}) {
	const options = normaliseOptions(opts, inspect);
	const { customInspect } = options;
	let type3 = value === null ? "null" : typeof value;
	if (type3 === "object") type3 = toString.call(value).slice(8, -1);
	if (type3 in baseTypesMap) return baseTypesMap[type3](value, options);
	if (customInspect && value) {
		const output = inspectCustom(value, options, type3, inspect);
		if (output) {
			if (typeof output === "string") return output;
			return inspect(output, options);
		}
	}
	const proto = value ? Object.getPrototypeOf(value) : false;
	if (proto === Object.prototype || proto === null) return inspectObject(value, options);
	if (value && typeof HTMLElement === "function" && value instanceof HTMLElement) return inspectHTML(value, options);
	if ("constructor" in value) {
		if (value.constructor !== Object) return inspectClass(value, options);
		return inspectObject(value, options);
	}
	if (value === Object(value)) return inspectObject(value, options);
	return options.stylize(String(value), type3);
}
__name(inspect, "inspect");
var config = {
	/**
	* ### config.includeStack
	*
	* User configurable property, influences whether stack trace
	* is included in Assertion error message. Default of false
	* suppresses stack trace in the error message.
	*
	*     chai.config.includeStack = true;  // enable stack on error
	*
	* @param {boolean}
	* @public
	*/
	includeStack: false,
	/**
	* ### config.showDiff
	*
	* User configurable property, influences whether or not
	* the `showDiff` flag should be included in the thrown
	* AssertionErrors. `false` will always be `false`; `true`
	* will be true when the assertion has requested a diff
	* be shown.
	*
	* @param {boolean}
	* @public
	*/
	showDiff: true,
	/**
	* ### config.truncateThreshold
	*
	* User configurable property, sets length threshold for actual and
	* expected values in assertion errors. If this threshold is exceeded, for
	* example for large data structures, the value is replaced with something
	* like `[ Array(3) ]` or `{ Object (prop1, prop2) }`.
	*
	* Set it to zero if you want to disable truncating altogether.
	*
	* This is especially userful when doing assertions on arrays: having this
	* set to a reasonable large value makes the failure messages readily
	* inspectable.
	*
	*     chai.config.truncateThreshold = 0;  // disable truncating
	*
	* @param {number}
	* @public
	*/
	truncateThreshold: 40,
	/**
	* ### config.useProxy
	*
	* User configurable property, defines if chai will use a Proxy to throw
	* an error when a non-existent property is read, which protects users
	* from typos when using property-based assertions.
	*
	* Set it to false if you want to disable this feature.
	*
	*     chai.config.useProxy = false;  // disable use of Proxy
	*
	* This feature is automatically disabled regardless of this config value
	* in environments that don't support proxies.
	*
	* @param {boolean}
	* @public
	*/
	useProxy: true,
	/**
	* ### config.proxyExcludedKeys
	*
	* User configurable property, defines which properties should be ignored
	* instead of throwing an error if they do not exist on the assertion.
	* This is only applied if the environment Chai is running in supports proxies and
	* if the `useProxy` configuration setting is enabled.
	* By default, `then` and `inspect` will not throw an error if they do not exist on the
	* assertion object because the `.inspect` property is read by `util.inspect` (for example, when
	* using `console.log` on the assertion object) and `.then` is necessary for promise type-checking.
	*
	*     // By default these keys will not throw an error if they do not exist on the assertion object
	*     chai.config.proxyExcludedKeys = ['then', 'inspect'];
	*
	* @param {Array}
	* @public
	*/
	proxyExcludedKeys: [
		"then",
		"catch",
		"inspect",
		"toJSON"
	],
	/**
	* ### config.deepEqual
	*
	* User configurable property, defines which a custom function to use for deepEqual
	* comparisons.
	* By default, the function used is the one from the `deep-eql` package without custom comparator.
	*
	*     // use a custom comparator
	*     chai.config.deepEqual = (expected, actual) => {
	*         return chai.util.eql(expected, actual, {
	*             comparator: (expected, actual) => {
	*                 // for non number comparison, use the default behavior
	*                 if(typeof expected !== 'number') return null;
	*                 // allow a difference of 10 between compared numbers
	*                 return typeof actual === 'number' && Math.abs(actual - expected) < 10
	*             }
	*         })
	*     };
	*
	* @param {Function}
	* @public
	*/
	deepEqual: null
};
function inspect2(obj, showHidden, depth, colors) {
	return inspect(obj, {
		colors,
		depth: typeof depth === "undefined" ? 2 : depth,
		showHidden,
		truncate: config.truncateThreshold ? config.truncateThreshold : Infinity
	});
}
__name(inspect2, "inspect");
function objDisplay(obj) {
	let str = inspect2(obj), type3 = Object.prototype.toString.call(obj);
	if (config.truncateThreshold && str.length >= config.truncateThreshold) {
		if (type3 === "[object Function]") {
			const objAsFunction = obj;
			return !objAsFunction.name || objAsFunction.name === "" ? "[Function]" : "[Function: " + objAsFunction.name + "]";
		} else if (type3 === "[object Array]") return "[ Array(" + obj.length + ") ]";
		else if (type3 === "[object Object]") {
			let keys = Object.keys(obj);
			return "{ Object (" + (keys.length > 2 ? keys.splice(0, 2).join(", ") + ", ..." : keys.join(", ")) + ") }";
		} else return str;
	} else return str;
}
__name(objDisplay, "objDisplay");
function getMessage2(obj, args) {
	let negate = flag(obj, "negate");
	let val = flag(obj, "object");
	let expected = args[3];
	let actual = getActual(obj, args);
	let rawMsg = negate ? args[2] : args[1];
	let flagMsg = flag(obj, "message");
	if (typeof rawMsg === "function") rawMsg = rawMsg();
	const msg = (rawMsg || "").replace(/#\{(this|act|exp)\}/g, function(_, tag) {
		if (tag === "this") return objDisplay(val);
		if (tag === "act") return objDisplay(actual);
		return objDisplay(expected);
	});
	return flagMsg ? flagMsg + ": " + msg : msg;
}
__name(getMessage2, "getMessage");
function transferFlags(source, object, includeAll) {
	const sourceWithFlags = source;
	const objWithFlags = object;
	let flags = sourceWithFlags.__flags || (sourceWithFlags.__flags = /* @__PURE__ */ Object.create(null));
	const objFlags = objWithFlags.__flags || (objWithFlags.__flags = /* @__PURE__ */ Object.create(null));
	includeAll = arguments.length === 3 ? includeAll : true;
	for (let flag3 in flags) if (includeAll || flag3 !== "object" && flag3 !== "ssfi" && flag3 !== "lockSsfi" && flag3 != "message") objFlags[flag3] = flags[flag3];
}
__name(transferFlags, "transferFlags");
function type2(obj) {
	if (typeof obj === "undefined") return "undefined";
	if (obj === null) return "null";
	const stringTag = obj[Symbol.toStringTag];
	if (typeof stringTag === "string") return stringTag;
	return Object.prototype.toString.call(obj).slice(8, -1);
}
__name(type2, "type");
function FakeMap() {
	this._key = "chai/deep-eql__" + Math.random() + Date.now();
}
__name(FakeMap, "FakeMap");
FakeMap.prototype = {
	get: /* @__PURE__ */ __name(function get(key) {
		return key[this._key];
	}, "get"),
	set: /* @__PURE__ */ __name(function set(key, value) {
		if (Object.isExtensible(key)) Object.defineProperty(key, this._key, {
			value,
			configurable: true
		});
	}, "set")
};
var MemoizeMap = typeof WeakMap === "function" ? WeakMap : FakeMap;
function memoizeCompare(leftHandOperand, rightHandOperand, memoizeMap) {
	if (!memoizeMap || isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) return null;
	var leftHandMap = memoizeMap.get(leftHandOperand);
	if (leftHandMap) {
		var result = leftHandMap.get(rightHandOperand);
		if (typeof result === "boolean") return result;
	}
	return null;
}
__name(memoizeCompare, "memoizeCompare");
function memoizeSet(leftHandOperand, rightHandOperand, memoizeMap, result) {
	if (!memoizeMap || isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) return;
	var leftHandMap = memoizeMap.get(leftHandOperand);
	if (leftHandMap) leftHandMap.set(rightHandOperand, result);
	else {
		leftHandMap = new MemoizeMap();
		leftHandMap.set(rightHandOperand, result);
		memoizeMap.set(leftHandOperand, leftHandMap);
	}
}
__name(memoizeSet, "memoizeSet");
var deep_eql_default = deepEqual;
function deepEqual(leftHandOperand, rightHandOperand, options) {
	if (options && options.comparator) return extensiveDeepEqual(leftHandOperand, rightHandOperand, options);
	var simpleResult = simpleEqual(leftHandOperand, rightHandOperand);
	if (simpleResult !== null) return simpleResult;
	return extensiveDeepEqual(leftHandOperand, rightHandOperand, options);
}
__name(deepEqual, "deepEqual");
function simpleEqual(leftHandOperand, rightHandOperand) {
	if (leftHandOperand === rightHandOperand) return leftHandOperand !== 0 || 1 / leftHandOperand === 1 / rightHandOperand;
	if (leftHandOperand !== leftHandOperand && rightHandOperand !== rightHandOperand) return true;
	if (isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) return false;
	return null;
}
__name(simpleEqual, "simpleEqual");
function extensiveDeepEqual(leftHandOperand, rightHandOperand, options) {
	options = options || {};
	options.memoize = options.memoize === false ? false : options.memoize || new MemoizeMap();
	var comparator = options && options.comparator;
	var memoizeResultLeft = memoizeCompare(leftHandOperand, rightHandOperand, options.memoize);
	if (memoizeResultLeft !== null) return memoizeResultLeft;
	var memoizeResultRight = memoizeCompare(rightHandOperand, leftHandOperand, options.memoize);
	if (memoizeResultRight !== null) return memoizeResultRight;
	if (comparator) {
		var comparatorResult = comparator(leftHandOperand, rightHandOperand);
		if (comparatorResult === false || comparatorResult === true) {
			memoizeSet(leftHandOperand, rightHandOperand, options.memoize, comparatorResult);
			return comparatorResult;
		}
		var simpleResult = simpleEqual(leftHandOperand, rightHandOperand);
		if (simpleResult !== null) return simpleResult;
	}
	var leftHandType = type2(leftHandOperand);
	if (leftHandType !== type2(rightHandOperand)) {
		memoizeSet(leftHandOperand, rightHandOperand, options.memoize, false);
		return false;
	}
	memoizeSet(leftHandOperand, rightHandOperand, options.memoize, true);
	var result = extensiveDeepEqualByType(leftHandOperand, rightHandOperand, leftHandType, options);
	memoizeSet(leftHandOperand, rightHandOperand, options.memoize, result);
	return result;
}
__name(extensiveDeepEqual, "extensiveDeepEqual");
function extensiveDeepEqualByType(leftHandOperand, rightHandOperand, leftHandType, options) {
	switch (leftHandType) {
		case "String":
		case "Number":
		case "Boolean":
		case "Date": return deepEqual(leftHandOperand.valueOf(), rightHandOperand.valueOf());
		case "Promise":
		case "Symbol":
		case "function":
		case "WeakMap":
		case "WeakSet": return leftHandOperand === rightHandOperand;
		case "Error": return keysEqual(leftHandOperand, rightHandOperand, [
			"name",
			"message",
			"code"
		], options);
		case "Arguments":
		case "Int8Array":
		case "Uint8Array":
		case "Uint8ClampedArray":
		case "Int16Array":
		case "Uint16Array":
		case "Int32Array":
		case "Uint32Array":
		case "Float32Array":
		case "Float64Array":
		case "Array": return iterableEqual(leftHandOperand, rightHandOperand, options);
		case "RegExp": return regexpEqual(leftHandOperand, rightHandOperand);
		case "Generator": return generatorEqual(leftHandOperand, rightHandOperand, options);
		case "DataView": return iterableEqual(new Uint8Array(leftHandOperand.buffer), new Uint8Array(rightHandOperand.buffer), options);
		case "ArrayBuffer": return iterableEqual(new Uint8Array(leftHandOperand), new Uint8Array(rightHandOperand), options);
		case "Set": return entriesEqual(leftHandOperand, rightHandOperand, options);
		case "Map": return entriesEqual(leftHandOperand, rightHandOperand, options);
		case "Temporal.PlainDate":
		case "Temporal.PlainTime":
		case "Temporal.PlainDateTime":
		case "Temporal.Instant":
		case "Temporal.ZonedDateTime":
		case "Temporal.PlainYearMonth":
		case "Temporal.PlainMonthDay": return leftHandOperand.equals(rightHandOperand);
		case "Temporal.Duration": return leftHandOperand.total("nanoseconds") === rightHandOperand.total("nanoseconds");
		case "Temporal.TimeZone":
		case "Temporal.Calendar": return leftHandOperand.toString() === rightHandOperand.toString();
		default: return objectEqual(leftHandOperand, rightHandOperand, options);
	}
}
__name(extensiveDeepEqualByType, "extensiveDeepEqualByType");
function regexpEqual(leftHandOperand, rightHandOperand) {
	return leftHandOperand.toString() === rightHandOperand.toString();
}
__name(regexpEqual, "regexpEqual");
function entriesEqual(leftHandOperand, rightHandOperand, options) {
	try {
		if (leftHandOperand.size !== rightHandOperand.size) return false;
		if (leftHandOperand.size === 0) return true;
	} catch (sizeError) {
		return false;
	}
	var leftHandItems = [];
	var rightHandItems = [];
	leftHandOperand.forEach(/* @__PURE__ */ __name(function gatherEntries(key, value) {
		leftHandItems.push([key, value]);
	}, "gatherEntries"));
	rightHandOperand.forEach(/* @__PURE__ */ __name(function gatherEntries(key, value) {
		rightHandItems.push([key, value]);
	}, "gatherEntries"));
	return iterableEqual(leftHandItems.sort(), rightHandItems.sort(), options);
}
__name(entriesEqual, "entriesEqual");
function iterableEqual(leftHandOperand, rightHandOperand, options) {
	var length = leftHandOperand.length;
	if (length !== rightHandOperand.length) return false;
	if (length === 0) return true;
	var index = -1;
	while (++index < length) if (deepEqual(leftHandOperand[index], rightHandOperand[index], options) === false) return false;
	return true;
}
__name(iterableEqual, "iterableEqual");
function generatorEqual(leftHandOperand, rightHandOperand, options) {
	return iterableEqual(getGeneratorEntries(leftHandOperand), getGeneratorEntries(rightHandOperand), options);
}
__name(generatorEqual, "generatorEqual");
function hasIteratorFunction(target) {
	return typeof Symbol !== "undefined" && typeof target === "object" && typeof Symbol.iterator !== "undefined" && typeof target[Symbol.iterator] === "function";
}
__name(hasIteratorFunction, "hasIteratorFunction");
function getIteratorEntries(target) {
	if (hasIteratorFunction(target)) try {
		return getGeneratorEntries(target[Symbol.iterator]());
	} catch (iteratorError) {
		return [];
	}
	return [];
}
__name(getIteratorEntries, "getIteratorEntries");
function getGeneratorEntries(generator) {
	var generatorResult = generator.next();
	var accumulator = [generatorResult.value];
	while (generatorResult.done === false) {
		generatorResult = generator.next();
		accumulator.push(generatorResult.value);
	}
	return accumulator;
}
__name(getGeneratorEntries, "getGeneratorEntries");
function getEnumerableKeys(target) {
	var keys = [];
	for (var key in target) keys.push(key);
	return keys;
}
__name(getEnumerableKeys, "getEnumerableKeys");
function getEnumerableSymbols(target) {
	var keys = [];
	var allKeys = Object.getOwnPropertySymbols(target);
	for (var i = 0; i < allKeys.length; i += 1) {
		var key = allKeys[i];
		if (Object.getOwnPropertyDescriptor(target, key).enumerable) keys.push(key);
	}
	return keys;
}
__name(getEnumerableSymbols, "getEnumerableSymbols");
function keysEqual(leftHandOperand, rightHandOperand, keys, options) {
	var length = keys.length;
	if (length === 0) return true;
	for (var i = 0; i < length; i += 1) if (deepEqual(leftHandOperand[keys[i]], rightHandOperand[keys[i]], options) === false) return false;
	return true;
}
__name(keysEqual, "keysEqual");
function objectEqual(leftHandOperand, rightHandOperand, options) {
	var leftHandKeys = getEnumerableKeys(leftHandOperand);
	var rightHandKeys = getEnumerableKeys(rightHandOperand);
	var leftHandSymbols = getEnumerableSymbols(leftHandOperand);
	var rightHandSymbols = getEnumerableSymbols(rightHandOperand);
	leftHandKeys = leftHandKeys.concat(leftHandSymbols);
	rightHandKeys = rightHandKeys.concat(rightHandSymbols);
	if (leftHandKeys.length && leftHandKeys.length === rightHandKeys.length) {
		if (iterableEqual(mapSymbols(leftHandKeys).sort(), mapSymbols(rightHandKeys).sort()) === false) return false;
		return keysEqual(leftHandOperand, rightHandOperand, leftHandKeys, options);
	}
	var leftHandEntries = getIteratorEntries(leftHandOperand);
	var rightHandEntries = getIteratorEntries(rightHandOperand);
	if (leftHandEntries.length && leftHandEntries.length === rightHandEntries.length) {
		leftHandEntries.sort();
		rightHandEntries.sort();
		return iterableEqual(leftHandEntries, rightHandEntries, options);
	}
	if (leftHandKeys.length === 0 && leftHandEntries.length === 0 && rightHandKeys.length === 0 && rightHandEntries.length === 0) return true;
	return false;
}
__name(objectEqual, "objectEqual");
function isPrimitive(value) {
	return value === null || typeof value !== "object";
}
__name(isPrimitive, "isPrimitive");
function mapSymbols(arr) {
	return arr.map(/* @__PURE__ */ __name(function mapSymbol(entry) {
		if (typeof entry === "symbol") return entry.toString();
		return entry;
	}, "mapSymbol"));
}
__name(mapSymbols, "mapSymbols");
function hasProperty(obj, name) {
	if (typeof obj === "undefined" || obj === null) return false;
	return name in Object(obj);
}
__name(hasProperty, "hasProperty");
function parsePath(path) {
	return path.replace(/([^\\])\[/g, "$1.[").match(/(\\\.|[^.]+?)+/g).map((value) => {
		if (value === "constructor" || value === "__proto__" || value === "prototype") return {};
		const mArr = /^\[(\d+)\]$/.exec(value);
		let parsed = null;
		if (mArr) parsed = { i: parseFloat(mArr[1]) };
		else parsed = { p: value.replace(/\\([.[\]])/g, "$1") };
		return parsed;
	});
}
__name(parsePath, "parsePath");
function internalGetPathValue(obj, parsed, pathDepth) {
	let temporaryValue = obj;
	let res = null;
	pathDepth = typeof pathDepth === "undefined" ? parsed.length : pathDepth;
	for (let i = 0; i < pathDepth; i++) {
		const part = parsed[i];
		if (temporaryValue) {
			if (typeof part.p === "undefined") temporaryValue = temporaryValue[part.i];
			else temporaryValue = temporaryValue[part.p];
			if (i === pathDepth - 1) res = temporaryValue;
		}
	}
	return res;
}
__name(internalGetPathValue, "internalGetPathValue");
function getPathInfo(obj, path) {
	const parsed = parsePath(path);
	const last = parsed[parsed.length - 1];
	const info = {
		parent: parsed.length > 1 ? internalGetPathValue(obj, parsed, parsed.length - 1) : obj,
		name: last.p || last.i,
		value: internalGetPathValue(obj, parsed)
	};
	info.exists = hasProperty(info.parent, info.name);
	return info;
}
__name(getPathInfo, "getPathInfo");
var _Assertion = class _Assertion {
	/**
	* Creates object for chaining.
	* `Assertion` objects contain metadata in the form of flags. Three flags can
	* be assigned during instantiation by passing arguments to this constructor:
	*
	* - `object`: This flag contains the target of the assertion. For example, in
	* the assertion `expect(numKittens).to.equal(7);`, the `object` flag will
	* contain `numKittens` so that the `equal` assertion can reference it when
	* needed.
	*
	* - `message`: This flag contains an optional custom error message to be
	* prepended to the error message that's generated by the assertion when it
	* fails.
	*
	* - `ssfi`: This flag stands for "start stack function indicator". It
	* contains a function reference that serves as the starting point for
	* removing frames from the stack trace of the error that's created by the
	* assertion when it fails. The goal is to provide a cleaner stack trace to
	* end users by removing Chai's internal functions. Note that it only works
	* in environments that support `Error.captureStackTrace`, and only when
	* `Chai.config.includeStack` hasn't been set to `false`.
	*
	* - `lockSsfi`: This flag controls whether or not the given `ssfi` flag
	* should retain its current value, even as assertions are chained off of
	* this object. This is usually set to `true` when creating a new assertion
	* from within another assertion. It's also temporarily set to `true` before
	* an overwritten assertion gets called by the overwriting assertion.
	*
	* - `eql`: This flag contains the deepEqual function to be used by the assertion.
	*
	* @param {unknown} obj target of the assertion
	* @param {string=} msg (optional) custom error message
	* @param {Function=} ssfi (optional) starting point for removing stack frames
	* @param {boolean=} lockSsfi (optional) whether or not the ssfi flag is locked
	*/
	constructor(obj, msg, ssfi, lockSsfi) {
		/** @type {{}} */
		__publicField(this, "__flags", {});
		flag(this, "ssfi", ssfi || _Assertion);
		flag(this, "lockSsfi", lockSsfi);
		flag(this, "object", obj);
		flag(this, "message", msg);
		flag(this, "eql", config.deepEqual || deep_eql_default);
		return proxify(this);
	}
	/** @returns {boolean} */
	static get includeStack() {
		console.warn("Assertion.includeStack is deprecated, use chai.config.includeStack instead.");
		return config.includeStack;
	}
	/** @param {boolean} value */
	static set includeStack(value) {
		console.warn("Assertion.includeStack is deprecated, use chai.config.includeStack instead.");
		config.includeStack = value;
	}
	/** @returns {boolean} */
	static get showDiff() {
		console.warn("Assertion.showDiff is deprecated, use chai.config.showDiff instead.");
		return config.showDiff;
	}
	/** @param {boolean} value */
	static set showDiff(value) {
		console.warn("Assertion.showDiff is deprecated, use chai.config.showDiff instead.");
		config.showDiff = value;
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	*/
	static addProperty(name, fn) {
		addProperty(this.prototype, name, fn);
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	*/
	static addMethod(name, fn) {
		addMethod(this.prototype, name, fn);
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	* @param {(...args: never) => unknown} chainingBehavior
	*/
	static addChainableMethod(name, fn, chainingBehavior) {
		addChainableMethod(this.prototype, name, fn, chainingBehavior);
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	*/
	static overwriteProperty(name, fn) {
		overwriteProperty(this.prototype, name, fn);
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	*/
	static overwriteMethod(name, fn) {
		overwriteMethod(this.prototype, name, fn);
	}
	/**
	* @param {string} name
	* @param {(...args: never) => unknown} fn
	* @param {(...args: never) => unknown} chainingBehavior
	*/
	static overwriteChainableMethod(name, fn, chainingBehavior) {
		overwriteChainableMethod(this.prototype, name, fn, chainingBehavior);
	}
	/**
	* ### .assert(expression, message, negateMessage, expected, actual, showDiff)
	*
	* Executes an expression and check expectations. Throws AssertionError for reporting if test doesn't pass.
	*
	* @name assert
	* @param {unknown} _expr to be tested
	* @param {string | Function} msg or function that returns message to display if expression fails
	* @param {string | Function} _negateMsg or function that returns negatedMessage to display if negated expression fails
	* @param {unknown} expected value (remember to check for negation)
	* @param {unknown} _actual (optional) will default to `this.obj`
	* @param {boolean} showDiff (optional) when set to `true`, assert will display a diff in addition to the message if expression fails
	* @returns {void}
	*/
	assert(_expr, msg, _negateMsg, expected, _actual, showDiff) {
		const ok = test$1(this, arguments);
		if (false !== showDiff) showDiff = true;
		if (void 0 === expected && void 0 === _actual) showDiff = false;
		if (true !== config.showDiff) showDiff = false;
		if (!ok) {
			msg = getMessage2(this, arguments);
			const assertionErrorObjectProperties = {
				actual: getActual(this, arguments),
				expected,
				showDiff
			};
			const operator = getOperator(this, arguments);
			if (operator) assertionErrorObjectProperties.operator = operator;
			throw new AssertionError(msg, assertionErrorObjectProperties, config.includeStack ? this.assert : flag(this, "ssfi"));
		}
	}
	/**
	* Quick reference to stored `actual` value for plugin developers.
	*
	* @returns {unknown}
	*/
	get _obj() {
		return flag(this, "object");
	}
	/**
	* Quick reference to stored `actual` value for plugin developers.
	*
	* @param {unknown} val
	*/
	set _obj(val) {
		flag(this, "object", val);
	}
};
__name(_Assertion, "Assertion");
var Assertion = _Assertion;
var events = new EventTarget();
var _PluginEvent = class _PluginEvent extends Event {
	/**
	* @param {string} type
	* @param {string} name
	* @param {Function} fn
	*/
	constructor(type3, name, fn) {
		super(type3);
		this.name = String(name);
		this.fn = fn;
	}
};
__name(_PluginEvent, "PluginEvent");
var PluginEvent = _PluginEvent;
function isProxyEnabled() {
	return config.useProxy && typeof Proxy !== "undefined" && typeof Reflect !== "undefined";
}
__name(isProxyEnabled, "isProxyEnabled");
function addProperty(ctx, name, getter) {
	getter = getter === void 0 ? function() {} : getter;
	Object.defineProperty(ctx, name, {
		get: /* @__PURE__ */ __name(function propertyGetter() {
			if (!isProxyEnabled() && !flag(this, "lockSsfi")) flag(this, "ssfi", propertyGetter);
			let result = getter.call(this);
			if (result !== void 0) return result;
			let newAssertion = new Assertion();
			transferFlags(this, newAssertion);
			return newAssertion;
		}, "propertyGetter"),
		configurable: true
	});
	events.dispatchEvent(new PluginEvent("addProperty", name, getter));
}
__name(addProperty, "addProperty");
var fnLengthDesc = Object.getOwnPropertyDescriptor(function() {}, "length");
function addLengthGuard(fn, assertionName, isChainable) {
	if (!fnLengthDesc?.configurable) return fn;
	Object.defineProperty(fn, "length", { get: /* @__PURE__ */ __name(function() {
		if (isChainable) throw Error("Invalid Chai property: " + assertionName + ".length. Due to a compatibility issue, \"length\" cannot directly follow \"" + assertionName + "\". Use \"" + assertionName + ".lengthOf\" instead.");
		throw Error("Invalid Chai property: " + assertionName + ".length. See docs for proper usage of \"" + assertionName + "\".");
	}, "get") });
	return fn;
}
__name(addLengthGuard, "addLengthGuard");
function getProperties(object) {
	let result = Object.getOwnPropertyNames(object);
	function addProperty2(property) {
		if (result.indexOf(property) === -1) result.push(property);
	}
	__name(addProperty2, "addProperty");
	let proto = Object.getPrototypeOf(object);
	while (proto !== null) {
		Object.getOwnPropertyNames(proto).forEach(addProperty2);
		proto = Object.getPrototypeOf(proto);
	}
	return result;
}
__name(getProperties, "getProperties");
var builtins = [
	"__flags",
	"__methods",
	"_obj",
	"assert"
];
function proxify(obj, nonChainableMethodName) {
	if (!isProxyEnabled()) return obj;
	return new Proxy(obj, { get: /* @__PURE__ */ __name(function proxyGetter(target, property) {
		if (typeof property === "string" && config.proxyExcludedKeys.indexOf(property) === -1 && !Reflect.has(target, property)) {
			if (nonChainableMethodName) throw Error("Invalid Chai property: " + String(nonChainableMethodName) + "." + property + ". See docs for proper usage of \"" + String(nonChainableMethodName) + "\".");
			let suggestion = null;
			let suggestionDistance = 4;
			getProperties(target).forEach(function(prop) {
				if (!Object.prototype.hasOwnProperty(prop) && builtins.indexOf(prop) === -1) {
					let dist = stringDistanceCapped(property, prop, suggestionDistance);
					if (dist < suggestionDistance) {
						suggestion = prop;
						suggestionDistance = dist;
					}
				}
			});
			if (suggestion !== null) throw Error("Invalid Chai property: " + property + ". Did you mean \"" + suggestion + "\"?");
			else throw Error("Invalid Chai property: " + property);
		}
		if (builtins.indexOf(property) === -1 && !flag(target, "lockSsfi")) flag(target, "ssfi", proxyGetter);
		return Reflect.get(target, property);
	}, "proxyGetter") });
}
__name(proxify, "proxify");
function stringDistanceCapped(strA, strB, cap) {
	if (Math.abs(strA.length - strB.length) >= cap) return cap;
	let memo = [];
	for (let i = 0; i <= strA.length; i++) {
		memo[i] = Array(strB.length + 1).fill(0);
		memo[i][0] = i;
	}
	for (let j = 0; j < strB.length; j++) memo[0][j] = j;
	for (let i = 1; i <= strA.length; i++) {
		let ch = strA.charCodeAt(i - 1);
		for (let j = 1; j <= strB.length; j++) {
			if (Math.abs(i - j) >= cap) {
				memo[i][j] = cap;
				continue;
			}
			memo[i][j] = Math.min(memo[i - 1][j] + 1, memo[i][j - 1] + 1, memo[i - 1][j - 1] + (ch === strB.charCodeAt(j - 1) ? 0 : 1));
		}
	}
	return memo[strA.length][strB.length];
}
__name(stringDistanceCapped, "stringDistanceCapped");
function addMethod(ctx, name, method) {
	let methodWrapper = /* @__PURE__ */ __name(function() {
		if (!flag(this, "lockSsfi")) flag(this, "ssfi", methodWrapper);
		let result = method.apply(this, arguments);
		if (result !== void 0) return result;
		let newAssertion = new Assertion();
		transferFlags(this, newAssertion);
		return newAssertion;
	}, "methodWrapper");
	addLengthGuard(methodWrapper, name, false);
	ctx[name] = proxify(methodWrapper, name);
	events.dispatchEvent(new PluginEvent("addMethod", name, method));
}
__name(addMethod, "addMethod");
function overwriteProperty(ctx, name, getter) {
	let _get = Object.getOwnPropertyDescriptor(ctx, name);
	let _super = /* @__PURE__ */ __name(function() {}, "_super");
	if (_get && "function" === typeof _get.get) _super = _get.get;
	Object.defineProperty(ctx, name, {
		get: /* @__PURE__ */ __name(function overwritingPropertyGetter() {
			if (!isProxyEnabled() && !flag(this, "lockSsfi")) flag(this, "ssfi", overwritingPropertyGetter);
			let origLockSsfi = flag(this, "lockSsfi");
			flag(this, "lockSsfi", true);
			let result = getter(_super).call(this);
			flag(this, "lockSsfi", origLockSsfi);
			if (result !== void 0) return result;
			let newAssertion = new Assertion();
			transferFlags(this, newAssertion);
			return newAssertion;
		}, "overwritingPropertyGetter"),
		configurable: true
	});
}
__name(overwriteProperty, "overwriteProperty");
function overwriteMethod(ctx, name, method) {
	let _method = ctx[name];
	let _super = /* @__PURE__ */ __name(function() {
		throw new Error(String(name) + " is not a function");
	}, "_super");
	if (_method && "function" === typeof _method) _super = _method;
	function overwritingMethodWrapper() {
		if (!flag(this, "lockSsfi")) flag(this, "ssfi", overwritingMethodWrapper);
		let origLockSsfi = flag(this, "lockSsfi");
		flag(this, "lockSsfi", true);
		let result = method(_super).apply(this, arguments);
		flag(this, "lockSsfi", origLockSsfi);
		if (result !== void 0) return result;
		let newAssertion = new Assertion();
		transferFlags(this, newAssertion);
		return newAssertion;
	}
	__name(overwritingMethodWrapper, "overwritingMethodWrapper");
	addLengthGuard(overwritingMethodWrapper, String(name), false);
	ctx[name] = proxify(overwritingMethodWrapper, name);
}
__name(overwriteMethod, "overwriteMethod");
var canSetPrototype = typeof Object.setPrototypeOf === "function";
var testFn = /* @__PURE__ */ __name(function() {}, "testFn");
var excludeNames = Object.getOwnPropertyNames(testFn).filter(function(name) {
	let propDesc = Object.getOwnPropertyDescriptor(testFn, name);
	if (typeof propDesc !== "object") return true;
	return !propDesc.configurable;
});
var call = Function.prototype.call;
var apply = Function.prototype.apply;
var _PluginAddChainableMethodEvent = class _PluginAddChainableMethodEvent extends PluginEvent {
	/**
	* @param {string} type
	* @param {string} name
	* @param {Function} fn
	* @param {Function} chainingBehavior
	*/
	constructor(type3, name, fn, chainingBehavior) {
		super(type3, name, fn);
		this.chainingBehavior = chainingBehavior;
	}
};
__name(_PluginAddChainableMethodEvent, "PluginAddChainableMethodEvent");
var PluginAddChainableMethodEvent = _PluginAddChainableMethodEvent;
function addChainableMethod(ctx, name, method, chainingBehavior) {
	const ctxChainable = ctx;
	if (typeof chainingBehavior !== "function") chainingBehavior = /* @__PURE__ */ __name(function() {}, "chainingBehavior");
	let chainableBehavior = {
		method,
		chainingBehavior
	};
	if (!ctxChainable.__methods) ctxChainable.__methods = {};
	ctxChainable.__methods[name] = chainableBehavior;
	Object.defineProperty(ctx, name, {
		get: /* @__PURE__ */ __name(function chainableMethodGetter() {
			chainableBehavior.chainingBehavior.call(this);
			function chainableMethodWrapper(...args) {
				if (!flag(this, "lockSsfi")) flag(this, "ssfi", chainableMethodWrapper);
				let result = chainableBehavior.method.apply(this, args);
				if (result !== void 0) return result;
				let newAssertion = new Assertion();
				transferFlags(this, newAssertion);
				return newAssertion;
			}
			__name(chainableMethodWrapper, "chainableMethodWrapper");
			addLengthGuard(chainableMethodWrapper, name, true);
			if (canSetPrototype) {
				let prototype = Object.create(this);
				prototype.call = call;
				prototype.apply = apply;
				Object.setPrototypeOf(chainableMethodWrapper, prototype);
			} else Object.getOwnPropertyNames(ctx).forEach(function(asserterName) {
				if (excludeNames.indexOf(asserterName) !== -1) return;
				let pd = Object.getOwnPropertyDescriptor(ctx, asserterName);
				if (pd) Object.defineProperty(chainableMethodWrapper, asserterName, pd);
			});
			transferFlags(this, chainableMethodWrapper);
			return proxify(chainableMethodWrapper);
		}, "chainableMethodGetter"),
		configurable: true
	});
	events.dispatchEvent(new PluginAddChainableMethodEvent("addChainableMethod", name, method, chainingBehavior));
}
__name(addChainableMethod, "addChainableMethod");
function overwriteChainableMethod(ctx, name, method, chainingBehavior) {
	let chainableBehavior = ctx.__methods[name];
	let _chainingBehavior = chainableBehavior.chainingBehavior;
	chainableBehavior.chainingBehavior = /* @__PURE__ */ __name(function overwritingChainableMethodGetter() {
		let result = chainingBehavior(_chainingBehavior).call(this);
		if (result !== void 0) return result;
		let newAssertion = new Assertion();
		transferFlags(this, newAssertion);
		return newAssertion;
	}, "overwritingChainableMethodGetter");
	let _method = chainableBehavior.method;
	chainableBehavior.method = /* @__PURE__ */ __name(function overwritingChainableMethodWrapper() {
		let result = method(_method).apply(this, arguments);
		if (result !== void 0) return result;
		let newAssertion = new Assertion();
		transferFlags(this, newAssertion);
		return newAssertion;
	}, "overwritingChainableMethodWrapper");
}
__name(overwriteChainableMethod, "overwriteChainableMethod");
function compareByInspect(a, b) {
	return inspect2(a) < inspect2(b) ? -1 : 1;
}
__name(compareByInspect, "compareByInspect");
function getOwnEnumerablePropertySymbols(obj) {
	if (typeof Object.getOwnPropertySymbols !== "function") return [];
	return Object.getOwnPropertySymbols(obj).filter(function(sym) {
		return Object.getOwnPropertyDescriptor(obj, sym)?.enumerable;
	});
}
__name(getOwnEnumerablePropertySymbols, "getOwnEnumerablePropertySymbols");
function getOwnEnumerableProperties(obj) {
	return Object.keys(obj).concat(getOwnEnumerablePropertySymbols(obj));
}
__name(getOwnEnumerableProperties, "getOwnEnumerableProperties");
var isNaN2 = Number.isNaN;
function isObjectType(obj) {
	let objectType = type(obj);
	return [
		"Array",
		"Object",
		"Function"
	].indexOf(objectType) !== -1;
}
__name(isObjectType, "isObjectType");
function getOperator(obj, args) {
	let operator = flag(obj, "operator");
	let negate = flag(obj, "negate");
	let expected = args[3];
	let msg = negate ? args[2] : args[1];
	if (operator) return String(operator);
	if (typeof msg === "function") msg = msg();
	msg = msg || "";
	if (!msg) return;
	const msgString = String(msg);
	if (/\shave\s/.test(msgString)) return;
	let isObject = isObjectType(expected);
	if (/\snot\s/.test(msgString)) return isObject ? "notDeepStrictEqual" : "notStrictEqual";
	return isObject ? "deepStrictEqual" : "strictEqual";
}
__name(getOperator, "getOperator");
function getName(fn) {
	return fn.name;
}
__name(getName, "getName");
function isRegExp2(obj) {
	return Object.prototype.toString.call(obj) === "[object RegExp]";
}
__name(isRegExp2, "isRegExp");
function isNumeric(obj) {
	return ["Number", "BigInt"].includes(type(obj));
}
__name(isNumeric, "isNumeric");
var { flag: flag2 } = utils_exports;
[
	"to",
	"be",
	"been",
	"is",
	"and",
	"has",
	"have",
	"with",
	"that",
	"which",
	"at",
	"of",
	"same",
	"but",
	"does",
	"still",
	"also"
].forEach(function(chain) {
	Assertion.addProperty(chain);
});
Assertion.addProperty("not", function() {
	flag2(this, "negate", true);
});
Assertion.addProperty("deep", function() {
	flag2(this, "deep", true);
});
Assertion.addProperty("nested", function() {
	flag2(this, "nested", true);
});
Assertion.addProperty("own", function() {
	flag2(this, "own", true);
});
Assertion.addProperty("ordered", function() {
	flag2(this, "ordered", true);
});
Assertion.addProperty("any", function() {
	flag2(this, "any", true);
	flag2(this, "all", false);
});
Assertion.addProperty("all", function() {
	flag2(this, "all", true);
	flag2(this, "any", false);
});
var functionTypes = {
	function: [
		"function",
		"asyncfunction",
		"generatorfunction",
		"asyncgeneratorfunction"
	],
	asyncfunction: ["asyncfunction", "asyncgeneratorfunction"],
	generatorfunction: ["generatorfunction", "asyncgeneratorfunction"],
	asyncgeneratorfunction: ["asyncgeneratorfunction"]
};
function an(type3, msg) {
	if (msg) flag2(this, "message", msg);
	type3 = type3.toLowerCase();
	let obj = flag2(this, "object"), article = ~[
		"a",
		"e",
		"i",
		"o",
		"u"
	].indexOf(type3.charAt(0)) ? "an " : "a ";
	const detectedType = type(obj).toLowerCase();
	if (functionTypes["function"].includes(type3)) this.assert(functionTypes[type3].includes(detectedType), "expected #{this} to be " + article + type3, "expected #{this} not to be " + article + type3);
	else this.assert(type3 === detectedType, "expected #{this} to be " + article + type3, "expected #{this} not to be " + article + type3);
}
__name(an, "an");
Assertion.addChainableMethod("an", an);
Assertion.addChainableMethod("a", an);
function SameValueZero(a, b) {
	return isNaN2(a) && isNaN2(b) || a === b;
}
__name(SameValueZero, "SameValueZero");
function includeChainingBehavior() {
	flag2(this, "contains", true);
}
__name(includeChainingBehavior, "includeChainingBehavior");
function include(val, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), objType = type(obj).toLowerCase(), flagMsg = flag2(this, "message"), negate = flag2(this, "negate"), ssfi = flag2(this, "ssfi"), isDeep = flag2(this, "deep"), descriptor = isDeep ? "deep " : "", isEql = isDeep ? flag2(this, "eql") : SameValueZero;
	flagMsg = flagMsg ? flagMsg + ": " : "";
	let included = false;
	switch (objType) {
		case "string":
			included = obj.indexOf(val) !== -1;
			break;
		case "weakset":
			if (isDeep) throw new AssertionError(flagMsg + "unable to use .deep.include with WeakSet", void 0, ssfi);
			included = obj.has(val);
			break;
		case "map":
			obj.forEach(function(item) {
				included = included || isEql(item, val);
			});
			break;
		case "set":
			if (isDeep) obj.forEach(function(item) {
				included = included || isEql(item, val);
			});
			else included = obj.has(val);
			break;
		case "array":
			if (isDeep) included = obj.some(function(item) {
				return isEql(item, val);
			});
			else included = obj.indexOf(val) !== -1;
			break;
		default: {
			if (val !== Object(val)) throw new AssertionError(flagMsg + "the given combination of arguments (" + objType + " and " + type(val).toLowerCase() + ") is invalid for this assertion. You can use an array, a map, an object, a set, a string, or a weakset instead of a " + type(val).toLowerCase(), void 0, ssfi);
			let props = Object.keys(val);
			let firstErr = null;
			let numErrs = 0;
			props.forEach(function(prop) {
				let propAssertion = new Assertion(obj);
				transferFlags(this, propAssertion, true);
				flag2(propAssertion, "lockSsfi", true);
				if (!negate || props.length === 1) {
					propAssertion.property(prop, val[prop]);
					return;
				}
				try {
					propAssertion.property(prop, val[prop]);
				} catch (err) {
					if (!check_error_exports.compatibleConstructor(err, AssertionError)) throw err;
					if (firstErr === null) firstErr = err;
					numErrs++;
				}
			}, this);
			if (negate && props.length > 1 && numErrs === props.length) throw firstErr;
			return;
		}
	}
	this.assert(included, "expected #{this} to " + descriptor + "include " + inspect2(val), "expected #{this} to not " + descriptor + "include " + inspect2(val));
}
__name(include, "include");
Assertion.addChainableMethod("include", include, includeChainingBehavior);
Assertion.addChainableMethod("contain", include, includeChainingBehavior);
Assertion.addChainableMethod("contains", include, includeChainingBehavior);
Assertion.addChainableMethod("includes", include, includeChainingBehavior);
Assertion.addProperty("ok", function() {
	this.assert(flag2(this, "object"), "expected #{this} to be truthy", "expected #{this} to be falsy");
});
Assertion.addProperty("true", function() {
	this.assert(true === flag2(this, "object"), "expected #{this} to be true", "expected #{this} to be false", flag2(this, "negate") ? false : true);
});
Assertion.addProperty("numeric", function() {
	const object = flag2(this, "object");
	this.assert(["Number", "BigInt"].includes(type(object)), "expected #{this} to be numeric", "expected #{this} to not be numeric", flag2(this, "negate") ? false : true);
});
Assertion.addProperty("callable", function() {
	const val = flag2(this, "object");
	const ssfi = flag2(this, "ssfi");
	const message = flag2(this, "message");
	const msg = message ? `${message}: ` : "";
	const negate = flag2(this, "negate");
	const assertionMessage = negate ? `${msg}expected ${inspect2(val)} not to be a callable function` : `${msg}expected ${inspect2(val)} to be a callable function`;
	const isCallable = [
		"Function",
		"AsyncFunction",
		"GeneratorFunction",
		"AsyncGeneratorFunction"
	].includes(type(val));
	if (isCallable && negate || !isCallable && !negate) throw new AssertionError(assertionMessage, void 0, ssfi);
});
Assertion.addProperty("false", function() {
	this.assert(false === flag2(this, "object"), "expected #{this} to be false", "expected #{this} to be true", flag2(this, "negate") ? true : false);
});
Assertion.addProperty("null", function() {
	this.assert(null === flag2(this, "object"), "expected #{this} to be null", "expected #{this} not to be null");
});
Assertion.addProperty("undefined", function() {
	this.assert(void 0 === flag2(this, "object"), "expected #{this} to be undefined", "expected #{this} not to be undefined");
});
Assertion.addProperty("NaN", function() {
	this.assert(isNaN2(flag2(this, "object")), "expected #{this} to be NaN", "expected #{this} not to be NaN");
});
function assertExist() {
	let val = flag2(this, "object");
	this.assert(val !== null && val !== void 0, "expected #{this} to exist", "expected #{this} to not exist");
}
__name(assertExist, "assertExist");
Assertion.addProperty("exist", assertExist);
Assertion.addProperty("exists", assertExist);
Assertion.addProperty("empty", function() {
	let val = flag2(this, "object"), ssfi = flag2(this, "ssfi"), flagMsg = flag2(this, "message"), itemsCount;
	flagMsg = flagMsg ? flagMsg + ": " : "";
	switch (type(val).toLowerCase()) {
		case "array":
		case "string":
			itemsCount = val.length;
			break;
		case "map":
		case "set":
			itemsCount = val.size;
			break;
		case "weakmap":
		case "weakset": throw new AssertionError(flagMsg + ".empty was passed a weak collection", void 0, ssfi);
		case "function": throw new AssertionError((flagMsg + ".empty was passed a function " + getName(val)).trim(), void 0, ssfi);
		default:
			if (val !== Object(val)) throw new AssertionError(flagMsg + ".empty was passed non-string primitive " + inspect2(val), void 0, ssfi);
			itemsCount = Object.keys(val).length;
	}
	this.assert(0 === itemsCount, "expected #{this} to be empty", "expected #{this} not to be empty");
});
function checkArguments() {
	let type3 = type(flag2(this, "object"));
	this.assert("Arguments" === type3, "expected #{this} to be arguments but got " + type3, "expected #{this} to not be arguments");
}
__name(checkArguments, "checkArguments");
Assertion.addProperty("arguments", checkArguments);
Assertion.addProperty("Arguments", checkArguments);
function assertEqual(val, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object");
	if (flag2(this, "deep")) {
		let prevLockSsfi = flag2(this, "lockSsfi");
		flag2(this, "lockSsfi", true);
		this.eql(val);
		flag2(this, "lockSsfi", prevLockSsfi);
	} else this.assert(val === obj, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{exp}", val, this._obj, true);
}
__name(assertEqual, "assertEqual");
Assertion.addMethod("equal", assertEqual);
Assertion.addMethod("equals", assertEqual);
Assertion.addMethod("eq", assertEqual);
function assertEql(obj, msg) {
	if (msg) flag2(this, "message", msg);
	let eql = flag2(this, "eql");
	this.assert(eql(obj, flag2(this, "object")), "expected #{this} to deeply equal #{exp}", "expected #{this} to not deeply equal #{exp}", obj, this._obj, true);
}
__name(assertEql, "assertEql");
Assertion.addMethod("eql", assertEql);
Assertion.addMethod("eqls", assertEql);
function assertAbove(n, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), doLength = flag2(this, "doLength"), flagMsg = flag2(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag2(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase();
	if (doLength && objType !== "map" && objType !== "set") new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
	if (!doLength && objType === "date" && nType !== "date") throw new AssertionError(msgPrefix + "the argument to above must be a date", void 0, ssfi);
	else if (!isNumeric(n) && (doLength || isNumeric(obj))) throw new AssertionError(msgPrefix + "the argument to above must be a number", void 0, ssfi);
	else if (!doLength && objType !== "date" && !isNumeric(obj)) {
		let printObj = objType === "string" ? "'" + obj + "'" : obj;
		throw new AssertionError(msgPrefix + "expected " + printObj + " to be a number or a date", void 0, ssfi);
	}
	if (doLength) {
		let descriptor = "length", itemsCount;
		if (objType === "map" || objType === "set") {
			descriptor = "size";
			itemsCount = obj.size;
		} else itemsCount = obj.length;
		this.assert(itemsCount > n, "expected #{this} to have a " + descriptor + " above #{exp} but got #{act}", "expected #{this} to not have a " + descriptor + " above #{exp}", n, itemsCount);
	} else this.assert(obj > n, "expected #{this} to be above #{exp}", "expected #{this} to be at most #{exp}", n);
}
__name(assertAbove, "assertAbove");
Assertion.addMethod("above", assertAbove);
Assertion.addMethod("gt", assertAbove);
Assertion.addMethod("greaterThan", assertAbove);
function assertLeast(n, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), doLength = flag2(this, "doLength"), flagMsg = flag2(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag2(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
	if (doLength && objType !== "map" && objType !== "set") new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
	if (!doLength && objType === "date" && nType !== "date") errorMessage = msgPrefix + "the argument to least must be a date";
	else if (!isNumeric(n) && (doLength || isNumeric(obj))) errorMessage = msgPrefix + "the argument to least must be a number";
	else if (!doLength && objType !== "date" && !isNumeric(obj)) {
		let printObj = objType === "string" ? "'" + obj + "'" : obj;
		errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
	} else shouldThrow = false;
	if (shouldThrow) throw new AssertionError(errorMessage, void 0, ssfi);
	if (doLength) {
		let descriptor = "length", itemsCount;
		if (objType === "map" || objType === "set") {
			descriptor = "size";
			itemsCount = obj.size;
		} else itemsCount = obj.length;
		this.assert(itemsCount >= n, "expected #{this} to have a " + descriptor + " at least #{exp} but got #{act}", "expected #{this} to have a " + descriptor + " below #{exp}", n, itemsCount);
	} else this.assert(obj >= n, "expected #{this} to be at least #{exp}", "expected #{this} to be below #{exp}", n);
}
__name(assertLeast, "assertLeast");
Assertion.addMethod("least", assertLeast);
Assertion.addMethod("gte", assertLeast);
Assertion.addMethod("greaterThanOrEqual", assertLeast);
function assertBelow(n, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), doLength = flag2(this, "doLength"), flagMsg = flag2(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag2(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
	if (doLength && objType !== "map" && objType !== "set") new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
	if (!doLength && objType === "date" && nType !== "date") errorMessage = msgPrefix + "the argument to below must be a date";
	else if (!isNumeric(n) && (doLength || isNumeric(obj))) errorMessage = msgPrefix + "the argument to below must be a number";
	else if (!doLength && objType !== "date" && !isNumeric(obj)) {
		let printObj = objType === "string" ? "'" + obj + "'" : obj;
		errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
	} else shouldThrow = false;
	if (shouldThrow) throw new AssertionError(errorMessage, void 0, ssfi);
	if (doLength) {
		let descriptor = "length", itemsCount;
		if (objType === "map" || objType === "set") {
			descriptor = "size";
			itemsCount = obj.size;
		} else itemsCount = obj.length;
		this.assert(itemsCount < n, "expected #{this} to have a " + descriptor + " below #{exp} but got #{act}", "expected #{this} to not have a " + descriptor + " below #{exp}", n, itemsCount);
	} else this.assert(obj < n, "expected #{this} to be below #{exp}", "expected #{this} to be at least #{exp}", n);
}
__name(assertBelow, "assertBelow");
Assertion.addMethod("below", assertBelow);
Assertion.addMethod("lt", assertBelow);
Assertion.addMethod("lessThan", assertBelow);
function assertMost(n, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), doLength = flag2(this, "doLength"), flagMsg = flag2(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag2(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
	if (doLength && objType !== "map" && objType !== "set") new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
	if (!doLength && objType === "date" && nType !== "date") errorMessage = msgPrefix + "the argument to most must be a date";
	else if (!isNumeric(n) && (doLength || isNumeric(obj))) errorMessage = msgPrefix + "the argument to most must be a number";
	else if (!doLength && objType !== "date" && !isNumeric(obj)) {
		let printObj = objType === "string" ? "'" + obj + "'" : obj;
		errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
	} else shouldThrow = false;
	if (shouldThrow) throw new AssertionError(errorMessage, void 0, ssfi);
	if (doLength) {
		let descriptor = "length", itemsCount;
		if (objType === "map" || objType === "set") {
			descriptor = "size";
			itemsCount = obj.size;
		} else itemsCount = obj.length;
		this.assert(itemsCount <= n, "expected #{this} to have a " + descriptor + " at most #{exp} but got #{act}", "expected #{this} to have a " + descriptor + " above #{exp}", n, itemsCount);
	} else this.assert(obj <= n, "expected #{this} to be at most #{exp}", "expected #{this} to be above #{exp}", n);
}
__name(assertMost, "assertMost");
Assertion.addMethod("most", assertMost);
Assertion.addMethod("lte", assertMost);
Assertion.addMethod("lessThanOrEqual", assertMost);
Assertion.addMethod("within", function(start, finish, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), doLength = flag2(this, "doLength"), flagMsg = flag2(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag2(this, "ssfi"), objType = type(obj).toLowerCase(), startType = type(start).toLowerCase(), finishType = type(finish).toLowerCase(), errorMessage, shouldThrow = true, range = startType === "date" && finishType === "date" ? start.toISOString() + ".." + finish.toISOString() : start + ".." + finish;
	if (doLength && objType !== "map" && objType !== "set") new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
	if (!doLength && objType === "date" && (startType !== "date" || finishType !== "date")) errorMessage = msgPrefix + "the arguments to within must be dates";
	else if ((!isNumeric(start) || !isNumeric(finish)) && (doLength || isNumeric(obj))) errorMessage = msgPrefix + "the arguments to within must be numbers";
	else if (!doLength && objType !== "date" && !isNumeric(obj)) {
		let printObj = objType === "string" ? "'" + obj + "'" : obj;
		errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
	} else shouldThrow = false;
	if (shouldThrow) throw new AssertionError(errorMessage, void 0, ssfi);
	if (doLength) {
		let descriptor = "length", itemsCount;
		if (objType === "map" || objType === "set") {
			descriptor = "size";
			itemsCount = obj.size;
		} else itemsCount = obj.length;
		this.assert(itemsCount >= start && itemsCount <= finish, "expected #{this} to have a " + descriptor + " within " + range, "expected #{this} to not have a " + descriptor + " within " + range);
	} else this.assert(obj >= start && obj <= finish, "expected #{this} to be within " + range, "expected #{this} to not be within " + range);
});
function assertInstanceOf(constructor, msg) {
	if (msg) flag2(this, "message", msg);
	let target = flag2(this, "object");
	let ssfi = flag2(this, "ssfi");
	let flagMsg = flag2(this, "message");
	let isInstanceOf;
	try {
		isInstanceOf = target instanceof constructor;
	} catch (err) {
		if (err instanceof TypeError) {
			flagMsg = flagMsg ? flagMsg + ": " : "";
			throw new AssertionError(flagMsg + "The instanceof assertion needs a constructor but " + type(constructor) + " was given.", void 0, ssfi);
		}
		throw err;
	}
	let name = getName(constructor);
	if (name == null) name = "an unnamed constructor";
	this.assert(isInstanceOf, "expected #{this} to be an instance of " + name, "expected #{this} to not be an instance of " + name);
}
__name(assertInstanceOf, "assertInstanceOf");
Assertion.addMethod("instanceof", assertInstanceOf);
Assertion.addMethod("instanceOf", assertInstanceOf);
function assertProperty(name, val, msg) {
	if (msg) flag2(this, "message", msg);
	let isNested = flag2(this, "nested"), isOwn = flag2(this, "own"), flagMsg = flag2(this, "message"), obj = flag2(this, "object"), ssfi = flag2(this, "ssfi"), nameType = typeof name;
	flagMsg = flagMsg ? flagMsg + ": " : "";
	if (isNested) {
		if (nameType !== "string") throw new AssertionError(flagMsg + "the argument to property must be a string when using nested syntax", void 0, ssfi);
	} else if (nameType !== "string" && nameType !== "number" && nameType !== "symbol") throw new AssertionError(flagMsg + "the argument to property must be a string, number, or symbol", void 0, ssfi);
	if (isNested && isOwn) throw new AssertionError(flagMsg + "The \"nested\" and \"own\" flags cannot be combined.", void 0, ssfi);
	if (obj === null || obj === void 0) throw new AssertionError(flagMsg + "Target cannot be null or undefined.", void 0, ssfi);
	let isDeep = flag2(this, "deep"), negate = flag2(this, "negate"), pathInfo = isNested ? getPathInfo(obj, name) : null, value = isNested ? pathInfo.value : obj[name], isEql = isDeep ? flag2(this, "eql") : (val1, val2) => val1 === val2;
	let descriptor = "";
	if (isDeep) descriptor += "deep ";
	if (isOwn) descriptor += "own ";
	if (isNested) descriptor += "nested ";
	descriptor += "property ";
	let hasProperty2;
	if (isOwn) hasProperty2 = Object.prototype.hasOwnProperty.call(obj, name);
	else if (isNested) hasProperty2 = pathInfo.exists;
	else hasProperty2 = hasProperty(obj, name);
	if (!negate || arguments.length === 1) this.assert(hasProperty2, "expected #{this} to have " + descriptor + inspect2(name), "expected #{this} to not have " + descriptor + inspect2(name));
	if (arguments.length > 1) this.assert(hasProperty2 && isEql(val, value), "expected #{this} to have " + descriptor + inspect2(name) + " of #{exp}, but got #{act}", "expected #{this} to not have " + descriptor + inspect2(name) + " of #{act}", val, value);
	flag2(this, "object", value);
}
__name(assertProperty, "assertProperty");
Assertion.addMethod("property", assertProperty);
function assertOwnProperty(_name, _value, _msg) {
	flag2(this, "own", true);
	assertProperty.apply(this, arguments);
}
__name(assertOwnProperty, "assertOwnProperty");
Assertion.addMethod("ownProperty", assertOwnProperty);
Assertion.addMethod("haveOwnProperty", assertOwnProperty);
function assertOwnPropertyDescriptor(name, descriptor, msg) {
	if (typeof descriptor === "string") {
		msg = descriptor;
		descriptor = null;
	}
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object");
	let actualDescriptor = Object.getOwnPropertyDescriptor(Object(obj), name);
	let eql = flag2(this, "eql");
	if (actualDescriptor && descriptor) this.assert(eql(descriptor, actualDescriptor), "expected the own property descriptor for " + inspect2(name) + " on #{this} to match " + inspect2(descriptor) + ", got " + inspect2(actualDescriptor), "expected the own property descriptor for " + inspect2(name) + " on #{this} to not match " + inspect2(descriptor), descriptor, actualDescriptor, true);
	else this.assert(actualDescriptor, "expected #{this} to have an own property descriptor for " + inspect2(name), "expected #{this} to not have an own property descriptor for " + inspect2(name));
	flag2(this, "object", actualDescriptor);
}
__name(assertOwnPropertyDescriptor, "assertOwnPropertyDescriptor");
Assertion.addMethod("ownPropertyDescriptor", assertOwnPropertyDescriptor);
Assertion.addMethod("haveOwnPropertyDescriptor", assertOwnPropertyDescriptor);
function assertLengthChain() {
	flag2(this, "doLength", true);
}
__name(assertLengthChain, "assertLengthChain");
function assertLength(n, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), objType = type(obj).toLowerCase(), flagMsg = flag2(this, "message"), ssfi = flag2(this, "ssfi"), descriptor = "length", itemsCount;
	switch (objType) {
		case "map":
		case "set":
			descriptor = "size";
			itemsCount = obj.size;
			break;
		default:
			new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
			itemsCount = obj.length;
	}
	this.assert(itemsCount == n, "expected #{this} to have a " + descriptor + " of #{exp} but got #{act}", "expected #{this} to not have a " + descriptor + " of #{act}", n, itemsCount);
}
__name(assertLength, "assertLength");
Assertion.addChainableMethod("length", assertLength, assertLengthChain);
Assertion.addChainableMethod("lengthOf", assertLength, assertLengthChain);
function assertMatch(re, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object");
	this.assert(re.exec(obj), "expected #{this} to match " + re, "expected #{this} not to match " + re);
}
__name(assertMatch, "assertMatch");
Assertion.addMethod("match", assertMatch);
Assertion.addMethod("matches", assertMatch);
Assertion.addMethod("string", function(str, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object");
	new Assertion(obj, flag2(this, "message"), flag2(this, "ssfi"), true).is.a("string");
	this.assert(~obj.indexOf(str), "expected #{this} to contain " + inspect2(str), "expected #{this} to not contain " + inspect2(str));
});
function assertKeys(keys) {
	let obj = flag2(this, "object"), objType = type(obj), keysType = type(keys), ssfi = flag2(this, "ssfi"), isDeep = flag2(this, "deep"), str, deepStr = "", actual, ok = true, flagMsg = flag2(this, "message");
	flagMsg = flagMsg ? flagMsg + ": " : "";
	let mixedArgsMsg = flagMsg + "when testing keys against an object or an array you must give a single Array|Object|String argument or multiple String arguments";
	if (objType === "Map" || objType === "Set") {
		deepStr = isDeep ? "deeply " : "";
		actual = [];
		obj.forEach(function(val, key) {
			actual.push(key);
		});
		if (keysType !== "Array") keys = Array.prototype.slice.call(arguments);
	} else {
		actual = getOwnEnumerableProperties(obj);
		switch (keysType) {
			case "Array":
				if (arguments.length > 1) throw new AssertionError(mixedArgsMsg, void 0, ssfi);
				break;
			case "Object":
				if (arguments.length > 1) throw new AssertionError(mixedArgsMsg, void 0, ssfi);
				keys = Object.keys(keys);
				break;
			default: keys = Array.prototype.slice.call(arguments);
		}
		keys = keys.map(function(val) {
			return typeof val === "symbol" ? val : String(val);
		});
	}
	if (!keys.length) throw new AssertionError(flagMsg + "keys required", void 0, ssfi);
	let len = keys.length, any = flag2(this, "any"), all = flag2(this, "all"), expected = keys, isEql = isDeep ? flag2(this, "eql") : (val1, val2) => val1 === val2;
	if (!any && !all) all = true;
	const uniqueExpected = [...new Set(expected)];
	if (any) ok = uniqueExpected.some(function(expectedKey) {
		return actual.some(function(actualKey) {
			return isEql(expectedKey, actualKey);
		});
	});
	if (all) {
		ok = uniqueExpected.every(function(expectedKey) {
			return actual.some(function(actualKey) {
				return isEql(expectedKey, actualKey);
			});
		});
		if (!flag2(this, "contains")) ok = ok && uniqueExpected.length == actual.length;
	}
	if (len > 1) {
		keys = keys.map(function(key) {
			return inspect2(key);
		});
		let last = keys.pop();
		if (all) str = keys.join(", ") + ", and " + last;
		if (any) str = keys.join(", ") + ", or " + last;
	} else str = inspect2(keys[0]);
	str = (len > 1 ? "keys " : "key ") + str;
	str = (flag2(this, "contains") ? "contain " : "have ") + str;
	this.assert(ok, "expected #{this} to " + deepStr + str, "expected #{this} to not " + deepStr + str, expected.slice(0).sort(compareByInspect), actual.sort(compareByInspect), true);
}
__name(assertKeys, "assertKeys");
Assertion.addMethod("keys", assertKeys);
Assertion.addMethod("key", assertKeys);
function assertThrows(errorLike, errMsgMatcher, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), ssfi = flag2(this, "ssfi"), flagMsg = flag2(this, "message"), negate = flag2(this, "negate") || false;
	new Assertion(obj, flagMsg, ssfi, true).is.a("function");
	if (isRegExp2(errorLike) || typeof errorLike === "string") {
		errMsgMatcher = errorLike;
		errorLike = null;
	}
	let caughtErr;
	let errorWasThrown = false;
	try {
		obj();
	} catch (err) {
		errorWasThrown = true;
		caughtErr = err;
	}
	let everyArgIsUndefined = errorLike === void 0 && errMsgMatcher === void 0;
	let everyArgIsDefined = Boolean(errorLike && errMsgMatcher);
	let errorLikeFail = false;
	let errMsgMatcherFail = false;
	if (everyArgIsUndefined || !everyArgIsUndefined && !negate) {
		let errorLikeString = "an error";
		if (errorLike instanceof Error) errorLikeString = "#{exp}";
		else if (errorLike) errorLikeString = check_error_exports.getConstructorName(errorLike);
		let actual = caughtErr;
		if (caughtErr instanceof Error) actual = caughtErr.toString();
		else if (typeof caughtErr === "string") actual = caughtErr;
		else if (caughtErr && (typeof caughtErr === "object" || typeof caughtErr === "function")) try {
			actual = check_error_exports.getConstructorName(caughtErr);
		} catch (_err) {}
		this.assert(errorWasThrown, "expected #{this} to throw " + errorLikeString, "expected #{this} to not throw an error but #{act} was thrown", errorLike && errorLike.toString(), actual);
	}
	if (errorLike && caughtErr) {
		if (errorLike instanceof Error) {
			if (check_error_exports.compatibleInstance(caughtErr, errorLike) === negate) {
				if (everyArgIsDefined && negate) errorLikeFail = true;
				else this.assert(negate, "expected #{this} to throw #{exp} but #{act} was thrown", "expected #{this} to not throw #{exp}" + (caughtErr && !negate ? " but #{act} was thrown" : ""), errorLike.toString(), caughtErr.toString());
			}
		}
		if (check_error_exports.compatibleConstructor(caughtErr, errorLike) === negate) {
			if (everyArgIsDefined && negate) errorLikeFail = true;
			else this.assert(negate, "expected #{this} to throw #{exp} but #{act} was thrown", "expected #{this} to not throw #{exp}" + (caughtErr ? " but #{act} was thrown" : ""), errorLike instanceof Error ? errorLike.toString() : errorLike && check_error_exports.getConstructorName(errorLike), caughtErr instanceof Error ? caughtErr.toString() : caughtErr && check_error_exports.getConstructorName(caughtErr));
		}
	}
	if (caughtErr && errMsgMatcher !== void 0 && errMsgMatcher !== null) {
		let placeholder = "including";
		if (isRegExp2(errMsgMatcher)) placeholder = "matching";
		if (check_error_exports.compatibleMessage(caughtErr, errMsgMatcher) === negate) {
			if (everyArgIsDefined && negate) errMsgMatcherFail = true;
			else this.assert(negate, "expected #{this} to throw error " + placeholder + " #{exp} but got #{act}", "expected #{this} to throw error not " + placeholder + " #{exp}", errMsgMatcher, check_error_exports.getMessage(caughtErr));
		}
	}
	if (errorLikeFail && errMsgMatcherFail) this.assert(negate, "expected #{this} to throw #{exp} but #{act} was thrown", "expected #{this} to not throw #{exp}" + (caughtErr ? " but #{act} was thrown" : ""), errorLike instanceof Error ? errorLike.toString() : errorLike && check_error_exports.getConstructorName(errorLike), caughtErr instanceof Error ? caughtErr.toString() : caughtErr && check_error_exports.getConstructorName(caughtErr));
	flag2(this, "object", caughtErr);
}
__name(assertThrows, "assertThrows");
Assertion.addMethod("throw", assertThrows);
Assertion.addMethod("throws", assertThrows);
Assertion.addMethod("Throw", assertThrows);
function respondTo(method, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), itself = flag2(this, "itself"), context = "function" === typeof obj && !itself ? obj.prototype[method] : obj[method];
	this.assert("function" === typeof context, "expected #{this} to respond to " + inspect2(method), "expected #{this} to not respond to " + inspect2(method));
}
__name(respondTo, "respondTo");
Assertion.addMethod("respondTo", respondTo);
Assertion.addMethod("respondsTo", respondTo);
Assertion.addProperty("itself", function() {
	flag2(this, "itself", true);
});
function satisfy(matcher, msg) {
	if (msg) flag2(this, "message", msg);
	let result = matcher(flag2(this, "object"));
	this.assert(result, "expected #{this} to satisfy " + objDisplay(matcher), "expected #{this} to not satisfy" + objDisplay(matcher), flag2(this, "negate") ? false : true, result);
}
__name(satisfy, "satisfy");
Assertion.addMethod("satisfy", satisfy);
Assertion.addMethod("satisfies", satisfy);
function closeTo(expected, delta, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), flagMsg = flag2(this, "message"), ssfi = flag2(this, "ssfi");
	new Assertion(obj, flagMsg, ssfi, true).is.numeric;
	let message = "A `delta` value is required for `closeTo`";
	if (delta == void 0) throw new AssertionError(flagMsg ? `${flagMsg}: ${message}` : message, void 0, ssfi);
	new Assertion(delta, flagMsg, ssfi, true).is.numeric;
	message = "A `expected` value is required for `closeTo`";
	if (expected == void 0) throw new AssertionError(flagMsg ? `${flagMsg}: ${message}` : message, void 0, ssfi);
	new Assertion(expected, flagMsg, ssfi, true).is.numeric;
	const abs = /* @__PURE__ */ __name((x) => x < 0 ? -x : x, "abs");
	const strip = /* @__PURE__ */ __name((number) => parseFloat(parseFloat(number).toPrecision(12)), "strip");
	this.assert(strip(abs(obj - expected)) <= delta, "expected #{this} to be close to " + expected + " +/- " + delta, "expected #{this} not to be close to " + expected + " +/- " + delta);
}
__name(closeTo, "closeTo");
Assertion.addMethod("closeTo", closeTo);
Assertion.addMethod("approximately", closeTo);
function isSubsetOf(_subset, _superset, cmp, contains, ordered) {
	let superset = Array.from(_superset);
	let subset = Array.from(_subset);
	if (!contains) {
		if (subset.length !== superset.length) return false;
		superset = superset.slice();
	}
	return subset.every(function(elem, idx) {
		if (ordered) return cmp ? cmp(elem, superset[idx]) : elem === superset[idx];
		if (!cmp) {
			let matchIdx = superset.indexOf(elem);
			if (matchIdx === -1) return false;
			if (!contains) superset.splice(matchIdx, 1);
			return true;
		}
		return superset.some(function(elem2, matchIdx) {
			if (!cmp(elem, elem2)) return false;
			if (!contains) superset.splice(matchIdx, 1);
			return true;
		});
	});
}
__name(isSubsetOf, "isSubsetOf");
Assertion.addMethod("members", function(subset, msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object"), flagMsg = flag2(this, "message"), ssfi = flag2(this, "ssfi");
	new Assertion(obj, flagMsg, ssfi, true).to.be.iterable;
	new Assertion(subset, flagMsg, ssfi, true).to.be.iterable;
	let contains = flag2(this, "contains");
	let ordered = flag2(this, "ordered");
	let subject, failMsg, failNegateMsg;
	if (contains) {
		subject = ordered ? "an ordered superset" : "a superset";
		failMsg = "expected #{this} to be " + subject + " of #{exp}";
		failNegateMsg = "expected #{this} to not be " + subject + " of #{exp}";
	} else {
		subject = ordered ? "ordered members" : "members";
		failMsg = "expected #{this} to have the same " + subject + " as #{exp}";
		failNegateMsg = "expected #{this} to not have the same " + subject + " as #{exp}";
	}
	let cmp = flag2(this, "deep") ? flag2(this, "eql") : void 0;
	this.assert(isSubsetOf(subset, obj, cmp, contains, ordered), failMsg, failNegateMsg, subset, obj, true);
});
Assertion.addProperty("iterable", function(msg) {
	if (msg) flag2(this, "message", msg);
	let obj = flag2(this, "object");
	this.assert(obj != void 0 && typeof obj[Symbol.iterator] === "function", "expected #{this} to be an iterable", "expected #{this} to not be an iterable", obj);
});
function oneOf(list, msg) {
	if (msg) flag2(this, "message", msg);
	let expected = flag2(this, "object"), flagMsg = flag2(this, "message"), ssfi = flag2(this, "ssfi"), contains = flag2(this, "contains"), isDeep = flag2(this, "deep"), eql = flag2(this, "eql");
	new Assertion(list, flagMsg, ssfi, true).to.be.an("array");
	if (contains) this.assert(list.some(function(possibility) {
		return expected.indexOf(possibility) > -1 || isDeep && Array.isArray(expected) && expected.some(function(item) {
			return eql(item, possibility);
		});
	}), "expected #{this} to " + (isDeep ? "deeply " : "") + "contain one of #{exp}", "expected #{this} to not " + (isDeep ? "deeply " : "") + "contain one of #{exp}", list, expected);
	else if (isDeep) this.assert(list.some(function(possibility) {
		return eql(expected, possibility);
	}), "expected #{this} to deeply equal one of #{exp}", "expected #{this} to not deeply equal one of #{exp}", list, expected);
	else this.assert(list.indexOf(expected) > -1, "expected #{this} to be one of #{exp}", "expected #{this} to not be one of #{exp}", list, expected);
}
__name(oneOf, "oneOf");
Assertion.addMethod("oneOf", oneOf);
function assertChanges(subject, prop, msg) {
	if (msg) flag2(this, "message", msg);
	const fn = flag2(this, "object");
	const flagMsg = flag2(this, "message");
	const ssfi = flag2(this, "ssfi");
	new Assertion(fn, flagMsg, ssfi, true).is.a("function");
	let initial;
	if (prop === null || prop === void 0) {
		new Assertion(subject, flagMsg, ssfi, true).is.a("function");
		initial = subject();
	} else {
		new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
		initial = subject[prop];
	}
	fn();
	let final = prop === void 0 || prop === null ? subject() : 
	/** @type {Record<PropertyKey, unknown>} */
	subject[prop];
	let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
	flag2(this, "deltaMsgObj", msgObj);
	flag2(this, "initialDeltaValue", initial);
	flag2(this, "finalDeltaValue", final);
	flag2(this, "deltaBehavior", "change");
	flag2(this, "realDelta", final !== initial);
	this.assert(initial !== final, "expected " + msgObj + " to change", "expected " + msgObj + " to not change");
}
__name(assertChanges, "assertChanges");
Assertion.addMethod("change", assertChanges);
Assertion.addMethod("changes", assertChanges);
function assertIncreases(subject, prop, msg) {
	if (msg) flag2(this, "message", msg);
	const fn = flag2(this, "object");
	const flagMsg = flag2(this, "message");
	const ssfi = flag2(this, "ssfi");
	new Assertion(fn, flagMsg, ssfi, true).is.a("function");
	let initial;
	if (prop === null || prop === void 0) {
		new Assertion(subject, flagMsg, ssfi, true).is.a("function");
		initial = subject();
	} else {
		new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
		initial = subject[prop];
	}
	new Assertion(initial, flagMsg, ssfi, true).is.a("number");
	fn();
	let final = prop === void 0 || prop === null ? subject() : 
	/** @type {Record<PropertyKey, number>} */
	subject[prop];
	let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
	flag2(this, "deltaMsgObj", msgObj);
	flag2(this, "initialDeltaValue", initial);
	flag2(this, "finalDeltaValue", final);
	flag2(this, "deltaBehavior", "increase");
	flag2(this, "realDelta", final - initial);
	this.assert(final - initial > 0, "expected " + msgObj + " to increase", "expected " + msgObj + " to not increase");
}
__name(assertIncreases, "assertIncreases");
Assertion.addMethod("increase", assertIncreases);
Assertion.addMethod("increases", assertIncreases);
function assertDecreases(subject, prop, msg) {
	if (msg) flag2(this, "message", msg);
	const fn = flag2(this, "object");
	const flagMsg = flag2(this, "message");
	const ssfi = flag2(this, "ssfi");
	new Assertion(fn, flagMsg, ssfi, true).is.a("function");
	let initial;
	if (prop === null || prop === void 0) {
		new Assertion(subject, flagMsg, ssfi, true).is.a("function");
		initial = subject();
	} else {
		new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
		initial = subject[prop];
	}
	new Assertion(initial, flagMsg, ssfi, true).is.a("number");
	fn();
	let final = prop === void 0 || prop === null ? subject() : 
	/** @type {Record<PropertyKey, number>} */
	subject[prop];
	let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
	flag2(this, "deltaMsgObj", msgObj);
	flag2(this, "initialDeltaValue", initial);
	flag2(this, "finalDeltaValue", final);
	flag2(this, "deltaBehavior", "decrease");
	flag2(this, "realDelta", initial - final);
	this.assert(final - initial < 0, "expected " + msgObj + " to decrease", "expected " + msgObj + " to not decrease");
}
__name(assertDecreases, "assertDecreases");
Assertion.addMethod("decrease", assertDecreases);
Assertion.addMethod("decreases", assertDecreases);
function assertDelta(delta, msg) {
	if (msg) flag2(this, "message", msg);
	let msgObj = flag2(this, "deltaMsgObj");
	let initial = flag2(this, "initialDeltaValue");
	let final = flag2(this, "finalDeltaValue");
	let behavior = flag2(this, "deltaBehavior");
	let realDelta = flag2(this, "realDelta");
	let expression;
	if (behavior === "change") expression = Math.abs(final - initial) === Math.abs(delta);
	else expression = realDelta === Math.abs(delta);
	this.assert(expression, "expected " + msgObj + " to " + behavior + " by " + delta, "expected " + msgObj + " to not " + behavior + " by " + delta);
}
__name(assertDelta, "assertDelta");
Assertion.addMethod("by", assertDelta);
Assertion.addProperty("extensible", function() {
	let obj = flag2(this, "object");
	let isExtensible = obj === Object(obj) && Object.isExtensible(obj);
	this.assert(isExtensible, "expected #{this} to be extensible", "expected #{this} to not be extensible");
});
Assertion.addProperty("sealed", function() {
	let obj = flag2(this, "object");
	let isSealed = obj === Object(obj) ? Object.isSealed(obj) : true;
	this.assert(isSealed, "expected #{this} to be sealed", "expected #{this} to not be sealed");
});
Assertion.addProperty("frozen", function() {
	let obj = flag2(this, "object");
	let isFrozen = obj === Object(obj) ? Object.isFrozen(obj) : true;
	this.assert(isFrozen, "expected #{this} to be frozen", "expected #{this} to not be frozen");
});
Assertion.addProperty("finite", function(_msg) {
	let obj = flag2(this, "object");
	this.assert(typeof obj === "number" && isFinite(obj), "expected #{this} to be a finite number", "expected #{this} to not be a finite number");
});
function compareSubset(expected, actual) {
	if (expected === actual) return true;
	if (typeof actual !== typeof expected) return false;
	if (typeof expected !== "object" || expected === null) return expected === actual;
	if (!actual) return false;
	if (Array.isArray(expected)) {
		if (!Array.isArray(actual)) return false;
		return expected.every(function(exp) {
			return actual.some(function(act) {
				return compareSubset(exp, act);
			});
		});
	}
	if (expected instanceof Date) {
		if (actual instanceof Date) return expected.getTime() === actual.getTime();
		else return false;
	}
	return Object.keys(expected).every(function(key) {
		let expectedValue = expected[key];
		let actualValue = actual[key];
		if (typeof expectedValue === "object" && expectedValue !== null && actualValue !== null) return compareSubset(expectedValue, actualValue);
		if (typeof expectedValue === "function") return expectedValue(actualValue);
		return actualValue === expectedValue;
	});
}
__name(compareSubset, "compareSubset");
Assertion.addMethod("containSubset", function(expected) {
	const actual = flag(this, "object");
	const showDiff = config.showDiff;
	this.assert(compareSubset(expected, actual), "expected #{act} to contain subset #{exp}", "expected #{act} to not contain subset #{exp}", expected, actual, showDiff);
});
function expect$1(val, message) {
	return new Assertion(val, message);
}
__name(expect$1, "expect");
expect$1.fail = function(actual, expected, message, operator) {
	let msg = message;
	if (arguments.length < 2) {
		msg = actual;
		actual = void 0;
	}
	throw new AssertionError(msg || "expect.fail()", {
		actual,
		expected,
		operator
	}, expect$1.fail);
};
var should_exports = {};
__export(should_exports, {
	Should: () => Should,
	should: () => should
});
function loadShould() {
	function shouldGetter() {
		if (this instanceof String || this instanceof Number || this instanceof Boolean || typeof Symbol === "function" && this instanceof Symbol || typeof BigInt === "function" && this instanceof BigInt) return new Assertion(this.valueOf(), null, shouldGetter);
		return new Assertion(this, null, shouldGetter);
	}
	__name(shouldGetter, "shouldGetter");
	function shouldSetter(value) {
		Object.defineProperty(this, "should", {
			value,
			enumerable: true,
			configurable: true,
			writable: true
		});
	}
	__name(shouldSetter, "shouldSetter");
	Object.defineProperty(Object.prototype, "should", {
		set: shouldSetter,
		get: shouldGetter,
		configurable: true
	});
	let should2 = {};
	should2.fail = function(actual, expected, message, operator) {
		if (arguments.length < 2) {
			message = actual;
			actual = void 0;
		}
		message = message || "should.fail()";
		throw new AssertionError(message, {
			actual,
			expected,
			operator
		}, should2.fail);
	};
	should2.equal = function(actual, expected, message) {
		new Assertion(actual, message).to.equal(expected);
	};
	should2.Throw = function(fn, errt, errs, msg) {
		new Assertion(fn, msg).to.Throw(errt, errs);
	};
	should2.exist = function(val, msg) {
		new Assertion(val, msg).to.exist;
	};
	should2.not = {};
	should2.not.equal = function(actual, expected, msg) {
		new Assertion(actual, msg).to.not.equal(expected);
	};
	should2.not.Throw = function(fn, errt, errs, msg) {
		new Assertion(fn, msg).to.not.Throw(errt, errs);
	};
	should2.not.exist = function(val, msg) {
		new Assertion(val, msg).to.not.exist;
	};
	should2["throw"] = should2["Throw"];
	should2.not["throw"] = should2.not["Throw"];
	return should2;
}
__name(loadShould, "loadShould");
var should = loadShould;
var Should = loadShould;
function assert(express, errmsg) {
	new Assertion(null, null, assert, true).assert(express, errmsg, "[ negation message unavailable ]");
}
__name(assert, "assert");
assert.fail = function(actual, expected, message, operator) {
	if (arguments.length < 2) {
		message = actual;
		actual = void 0;
	}
	message = message || "assert.fail()";
	throw new AssertionError(message, {
		actual,
		expected,
		operator
	}, assert.fail);
};
assert.isOk = function(val, msg) {
	new Assertion(val, msg, assert.isOk, true).is.ok;
};
assert.isNotOk = function(val, msg) {
	new Assertion(val, msg, assert.isNotOk, true).is.not.ok;
};
assert.equal = function(act, exp, msg) {
	let test2 = new Assertion(act, msg, assert.equal, true);
	test2.assert(exp == flag(test2, "object"), "expected #{this} to equal #{exp}", "expected #{this} to not equal #{act}", exp, act, true);
};
assert.notEqual = function(act, exp, msg) {
	let test2 = new Assertion(act, msg, assert.notEqual, true);
	test2.assert(exp != flag(test2, "object"), "expected #{this} to not equal #{exp}", "expected #{this} to equal #{act}", exp, act, true);
};
assert.strictEqual = function(act, exp, msg) {
	new Assertion(act, msg, assert.strictEqual, true).to.equal(exp);
};
assert.notStrictEqual = function(act, exp, msg) {
	new Assertion(act, msg, assert.notStrictEqual, true).to.not.equal(exp);
};
assert.deepEqual = assert.deepStrictEqual = function(act, exp, msg) {
	new Assertion(act, msg, assert.deepEqual, true).to.eql(exp);
};
assert.notDeepEqual = function(act, exp, msg) {
	new Assertion(act, msg, assert.notDeepEqual, true).to.not.eql(exp);
};
assert.isAbove = function(val, abv, msg) {
	new Assertion(val, msg, assert.isAbove, true).to.be.above(abv);
};
assert.isAtLeast = function(val, atlst, msg) {
	new Assertion(val, msg, assert.isAtLeast, true).to.be.least(atlst);
};
assert.isBelow = function(val, blw, msg) {
	new Assertion(val, msg, assert.isBelow, true).to.be.below(blw);
};
assert.isAtMost = function(val, atmst, msg) {
	new Assertion(val, msg, assert.isAtMost, true).to.be.most(atmst);
};
assert.isTrue = function(val, msg) {
	new Assertion(val, msg, assert.isTrue, true).is["true"];
};
assert.isNotTrue = function(val, msg) {
	new Assertion(val, msg, assert.isNotTrue, true).to.not.equal(true);
};
assert.isFalse = function(val, msg) {
	new Assertion(val, msg, assert.isFalse, true).is["false"];
};
assert.isNotFalse = function(val, msg) {
	new Assertion(val, msg, assert.isNotFalse, true).to.not.equal(false);
};
assert.isNull = function(val, msg) {
	new Assertion(val, msg, assert.isNull, true).to.equal(null);
};
assert.isNotNull = function(val, msg) {
	new Assertion(val, msg, assert.isNotNull, true).to.not.equal(null);
};
assert.isNaN = function(val, msg) {
	new Assertion(val, msg, assert.isNaN, true).to.be.NaN;
};
assert.isNotNaN = function(value, message) {
	new Assertion(value, message, assert.isNotNaN, true).not.to.be.NaN;
};
assert.exists = function(val, msg) {
	new Assertion(val, msg, assert.exists, true).to.exist;
};
assert.notExists = function(val, msg) {
	new Assertion(val, msg, assert.notExists, true).to.not.exist;
};
assert.isUndefined = function(val, msg) {
	new Assertion(val, msg, assert.isUndefined, true).to.equal(void 0);
};
assert.isDefined = function(val, msg) {
	new Assertion(val, msg, assert.isDefined, true).to.not.equal(void 0);
};
assert.isCallable = function(value, message) {
	new Assertion(value, message, assert.isCallable, true).is.callable;
};
assert.isNotCallable = function(value, message) {
	new Assertion(value, message, assert.isNotCallable, true).is.not.callable;
};
assert.isObject = function(val, msg) {
	new Assertion(val, msg, assert.isObject, true).to.be.a("object");
};
assert.isNotObject = function(val, msg) {
	new Assertion(val, msg, assert.isNotObject, true).to.not.be.a("object");
};
assert.isArray = function(val, msg) {
	new Assertion(val, msg, assert.isArray, true).to.be.an("array");
};
assert.isNotArray = function(val, msg) {
	new Assertion(val, msg, assert.isNotArray, true).to.not.be.an("array");
};
assert.isString = function(val, msg) {
	new Assertion(val, msg, assert.isString, true).to.be.a("string");
};
assert.isNotString = function(val, msg) {
	new Assertion(val, msg, assert.isNotString, true).to.not.be.a("string");
};
assert.isNumber = function(val, msg) {
	new Assertion(val, msg, assert.isNumber, true).to.be.a("number");
};
assert.isNotNumber = function(val, msg) {
	new Assertion(val, msg, assert.isNotNumber, true).to.not.be.a("number");
};
assert.isNumeric = function(val, msg) {
	new Assertion(val, msg, assert.isNumeric, true).is.numeric;
};
assert.isNotNumeric = function(val, msg) {
	new Assertion(val, msg, assert.isNotNumeric, true).is.not.numeric;
};
assert.isFinite = function(val, msg) {
	new Assertion(val, msg, assert.isFinite, true).to.be.finite;
};
assert.isBoolean = function(val, msg) {
	new Assertion(val, msg, assert.isBoolean, true).to.be.a("boolean");
};
assert.isNotBoolean = function(val, msg) {
	new Assertion(val, msg, assert.isNotBoolean, true).to.not.be.a("boolean");
};
assert.typeOf = function(val, type3, msg) {
	new Assertion(val, msg, assert.typeOf, true).to.be.a(type3);
};
assert.notTypeOf = function(value, type3, message) {
	new Assertion(value, message, assert.notTypeOf, true).to.not.be.a(type3);
};
assert.instanceOf = function(val, type3, msg) {
	new Assertion(val, msg, assert.instanceOf, true).to.be.instanceOf(type3);
};
assert.notInstanceOf = function(val, type3, msg) {
	new Assertion(val, msg, assert.notInstanceOf, true).to.not.be.instanceOf(type3);
};
assert.include = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.include, true).include(inc);
};
assert.notInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notInclude, true).not.include(inc);
};
assert.deepInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.deepInclude, true).deep.include(inc);
};
assert.notDeepInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notDeepInclude, true).not.deep.include(inc);
};
assert.nestedInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.nestedInclude, true).nested.include(inc);
};
assert.notNestedInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notNestedInclude, true).not.nested.include(inc);
};
assert.deepNestedInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.deepNestedInclude, true).deep.nested.include(inc);
};
assert.notDeepNestedInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notDeepNestedInclude, true).not.deep.nested.include(inc);
};
assert.ownInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.ownInclude, true).own.include(inc);
};
assert.notOwnInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notOwnInclude, true).not.own.include(inc);
};
assert.deepOwnInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.deepOwnInclude, true).deep.own.include(inc);
};
assert.notDeepOwnInclude = function(exp, inc, msg) {
	new Assertion(exp, msg, assert.notDeepOwnInclude, true).not.deep.own.include(inc);
};
assert.match = function(exp, re, msg) {
	new Assertion(exp, msg, assert.match, true).to.match(re);
};
assert.notMatch = function(exp, re, msg) {
	new Assertion(exp, msg, assert.notMatch, true).to.not.match(re);
};
assert.property = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.property, true).to.have.property(prop);
};
assert.notProperty = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.notProperty, true).to.not.have.property(prop);
};
assert.propertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.propertyVal, true).to.have.property(prop, val);
};
assert.notPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.notPropertyVal, true).to.not.have.property(prop, val);
};
assert.deepPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.deepPropertyVal, true).to.have.deep.property(prop, val);
};
assert.notDeepPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.notDeepPropertyVal, true).to.not.have.deep.property(prop, val);
};
assert.ownProperty = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.ownProperty, true).to.have.own.property(prop);
};
assert.notOwnProperty = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.notOwnProperty, true).to.not.have.own.property(prop);
};
assert.ownPropertyVal = function(obj, prop, value, msg) {
	new Assertion(obj, msg, assert.ownPropertyVal, true).to.have.own.property(prop, value);
};
assert.notOwnPropertyVal = function(obj, prop, value, msg) {
	new Assertion(obj, msg, assert.notOwnPropertyVal, true).to.not.have.own.property(prop, value);
};
assert.deepOwnPropertyVal = function(obj, prop, value, msg) {
	new Assertion(obj, msg, assert.deepOwnPropertyVal, true).to.have.deep.own.property(prop, value);
};
assert.notDeepOwnPropertyVal = function(obj, prop, value, msg) {
	new Assertion(obj, msg, assert.notDeepOwnPropertyVal, true).to.not.have.deep.own.property(prop, value);
};
assert.nestedProperty = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.nestedProperty, true).to.have.nested.property(prop);
};
assert.notNestedProperty = function(obj, prop, msg) {
	new Assertion(obj, msg, assert.notNestedProperty, true).to.not.have.nested.property(prop);
};
assert.nestedPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.nestedPropertyVal, true).to.have.nested.property(prop, val);
};
assert.notNestedPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.notNestedPropertyVal, true).to.not.have.nested.property(prop, val);
};
assert.deepNestedPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.deepNestedPropertyVal, true).to.have.deep.nested.property(prop, val);
};
assert.notDeepNestedPropertyVal = function(obj, prop, val, msg) {
	new Assertion(obj, msg, assert.notDeepNestedPropertyVal, true).to.not.have.deep.nested.property(prop, val);
};
assert.lengthOf = function(exp, len, msg) {
	new Assertion(exp, msg, assert.lengthOf, true).to.have.lengthOf(len);
};
assert.hasAnyKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.hasAnyKeys, true).to.have.any.keys(keys);
};
assert.hasAllKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.hasAllKeys, true).to.have.all.keys(keys);
};
assert.containsAllKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.containsAllKeys, true).to.contain.all.keys(keys);
};
assert.doesNotHaveAnyKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.doesNotHaveAnyKeys, true).to.not.have.any.keys(keys);
};
assert.doesNotHaveAllKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.doesNotHaveAllKeys, true).to.not.have.all.keys(keys);
};
assert.hasAnyDeepKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.hasAnyDeepKeys, true).to.have.any.deep.keys(keys);
};
assert.hasAllDeepKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.hasAllDeepKeys, true).to.have.all.deep.keys(keys);
};
assert.containsAllDeepKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.containsAllDeepKeys, true).to.contain.all.deep.keys(keys);
};
assert.doesNotHaveAnyDeepKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.doesNotHaveAnyDeepKeys, true).to.not.have.any.deep.keys(keys);
};
assert.doesNotHaveAllDeepKeys = function(obj, keys, msg) {
	new Assertion(obj, msg, assert.doesNotHaveAllDeepKeys, true).to.not.have.all.deep.keys(keys);
};
assert.throws = function(fn, errorLike, errMsgMatcher, msg) {
	if ("string" === typeof errorLike || errorLike instanceof RegExp) {
		errMsgMatcher = errorLike;
		errorLike = null;
	}
	return flag(new Assertion(fn, msg, assert.throws, true).to.throw(errorLike, errMsgMatcher), "object");
};
assert.doesNotThrow = function(fn, errorLike, errMsgMatcher, message) {
	if ("string" === typeof errorLike || errorLike instanceof RegExp) {
		errMsgMatcher = errorLike;
		errorLike = null;
	}
	new Assertion(fn, message, assert.doesNotThrow, true).to.not.throw(errorLike, errMsgMatcher);
};
assert.operator = function(val, operator, val2, msg) {
	let ok;
	switch (operator) {
		case "==":
			ok = val == val2;
			break;
		case "===":
			ok = val === val2;
			break;
		case ">":
			ok = val > val2;
			break;
		case ">=":
			ok = val >= val2;
			break;
		case "<":
			ok = val < val2;
			break;
		case "<=":
			ok = val <= val2;
			break;
		case "!=":
			ok = val != val2;
			break;
		case "!==":
			ok = val !== val2;
			break;
		default:
			msg = msg ? msg + ": " : msg;
			throw new AssertionError(msg + "Invalid operator \"" + operator + "\"", void 0, assert.operator);
	}
	let test2 = new Assertion(ok, msg, assert.operator, true);
	test2.assert(true === flag(test2, "object"), "expected " + inspect2(val) + " to be " + operator + " " + inspect2(val2), "expected " + inspect2(val) + " to not be " + operator + " " + inspect2(val2));
};
assert.closeTo = function(act, exp, delta, msg) {
	new Assertion(act, msg, assert.closeTo, true).to.be.closeTo(exp, delta);
};
assert.approximately = function(act, exp, delta, msg) {
	new Assertion(act, msg, assert.approximately, true).to.be.approximately(exp, delta);
};
assert.sameMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.sameMembers, true).to.have.same.members(set2);
};
assert.notSameMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.notSameMembers, true).to.not.have.same.members(set2);
};
assert.sameDeepMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.sameDeepMembers, true).to.have.same.deep.members(set2);
};
assert.notSameDeepMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.notSameDeepMembers, true).to.not.have.same.deep.members(set2);
};
assert.sameOrderedMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.sameOrderedMembers, true).to.have.same.ordered.members(set2);
};
assert.notSameOrderedMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.notSameOrderedMembers, true).to.not.have.same.ordered.members(set2);
};
assert.sameDeepOrderedMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.sameDeepOrderedMembers, true).to.have.same.deep.ordered.members(set2);
};
assert.notSameDeepOrderedMembers = function(set1, set2, msg) {
	new Assertion(set1, msg, assert.notSameDeepOrderedMembers, true).to.not.have.same.deep.ordered.members(set2);
};
assert.includeMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.includeMembers, true).to.include.members(subset);
};
assert.notIncludeMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.notIncludeMembers, true).to.not.include.members(subset);
};
assert.includeDeepMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.includeDeepMembers, true).to.include.deep.members(subset);
};
assert.notIncludeDeepMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.notIncludeDeepMembers, true).to.not.include.deep.members(subset);
};
assert.includeOrderedMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.includeOrderedMembers, true).to.include.ordered.members(subset);
};
assert.notIncludeOrderedMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.notIncludeOrderedMembers, true).to.not.include.ordered.members(subset);
};
assert.includeDeepOrderedMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.includeDeepOrderedMembers, true).to.include.deep.ordered.members(subset);
};
assert.notIncludeDeepOrderedMembers = function(superset, subset, msg) {
	new Assertion(superset, msg, assert.notIncludeDeepOrderedMembers, true).to.not.include.deep.ordered.members(subset);
};
assert.oneOf = function(inList, list, msg) {
	new Assertion(inList, msg, assert.oneOf, true).to.be.oneOf(list);
};
assert.isIterable = function(obj, msg) {
	if (obj == void 0 || typeof obj[Symbol.iterator] !== "function") {
		msg = msg ? `${msg} expected ${inspect2(obj)} to be an iterable` : `expected ${inspect2(obj)} to be an iterable`;
		throw new AssertionError(msg, void 0, assert.isIterable);
	}
};
assert.changes = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.changes, true).to.change(obj, prop);
};
assert.changesBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.changesBy, true).to.change(obj, prop).by(delta);
};
assert.doesNotChange = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.doesNotChange, true).to.not.change(obj, prop);
};
assert.changesButNotBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.changesButNotBy, true).to.change(obj, prop).but.not.by(delta);
};
assert.increases = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.increases, true).to.increase(obj, prop);
};
assert.increasesBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.increasesBy, true).to.increase(obj, prop).by(delta);
};
assert.doesNotIncrease = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.doesNotIncrease, true).to.not.increase(obj, prop);
};
assert.increasesButNotBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.increasesButNotBy, true).to.increase(obj, prop).but.not.by(delta);
};
assert.decreases = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.decreases, true).to.decrease(obj, prop);
};
assert.decreasesBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.decreasesBy, true).to.decrease(obj, prop).by(delta);
};
assert.doesNotDecrease = function(fn, obj, prop, msg) {
	if (arguments.length === 3 && typeof obj === "function") {
		msg = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.doesNotDecrease, true).to.not.decrease(obj, prop);
};
assert.doesNotDecreaseBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	return new Assertion(fn, msg, assert.doesNotDecreaseBy, true).to.not.decrease(obj, prop).by(delta);
};
assert.decreasesButNotBy = function(fn, obj, prop, delta, msg) {
	if (arguments.length === 4 && typeof obj === "function") {
		let tmpMsg = delta;
		delta = prop;
		msg = tmpMsg;
	} else if (arguments.length === 3) {
		delta = prop;
		prop = null;
	}
	new Assertion(fn, msg, assert.decreasesButNotBy, true).to.decrease(obj, prop).but.not.by(delta);
};
assert.ifError = function(val) {
	if (val) throw val;
};
assert.isExtensible = function(obj, msg) {
	new Assertion(obj, msg, assert.isExtensible, true).to.be.extensible;
};
assert.isNotExtensible = function(obj, msg) {
	new Assertion(obj, msg, assert.isNotExtensible, true).to.not.be.extensible;
};
assert.isSealed = function(obj, msg) {
	new Assertion(obj, msg, assert.isSealed, true).to.be.sealed;
};
assert.isNotSealed = function(obj, msg) {
	new Assertion(obj, msg, assert.isNotSealed, true).to.not.be.sealed;
};
assert.isFrozen = function(obj, msg) {
	new Assertion(obj, msg, assert.isFrozen, true).to.be.frozen;
};
assert.isNotFrozen = function(obj, msg) {
	new Assertion(obj, msg, assert.isNotFrozen, true).to.not.be.frozen;
};
assert.isEmpty = function(val, msg) {
	new Assertion(val, msg, assert.isEmpty, true).to.be.empty;
};
assert.isNotEmpty = function(val, msg) {
	new Assertion(val, msg, assert.isNotEmpty, true).to.not.be.empty;
};
assert.containsSubset = function(val, exp, msg) {
	new Assertion(val, msg).to.containSubset(exp);
};
assert.doesNotContainSubset = function(val, exp, msg) {
	new Assertion(val, msg).to.not.containSubset(exp);
};
for (const [name, as] of [
	["isOk", "ok"],
	["isNotOk", "notOk"],
	["throws", "throw"],
	["throws", "Throw"],
	["isExtensible", "extensible"],
	["isNotExtensible", "notExtensible"],
	["isSealed", "sealed"],
	["isNotSealed", "notSealed"],
	["isFrozen", "frozen"],
	["isNotFrozen", "notFrozen"],
	["isEmpty", "empty"],
	["isNotEmpty", "notEmpty"],
	["isCallable", "isFunction"],
	["isNotCallable", "isNotFunction"],
	["containsSubset", "containSubset"]
]) assert[as] = assert[name];
var used = [];
function use$1(fn) {
	const exports = {
		use: use$1,
		AssertionError,
		util: utils_exports,
		config,
		expect: expect$1,
		assert,
		Assertion,
		...should_exports
	};
	if (!~used.indexOf(fn)) {
		fn(exports, utils_exports);
		used.push(fn);
	}
	return exports;
}
__name(use$1, "use");
// node_modules/@vitest/expect/dist/index.js
const MATCHERS_OBJECT = Symbol.for("matchers-object");
const JEST_MATCHERS_OBJECT = Symbol.for("$$jest-matchers-object");
const GLOBAL_EXPECT = Symbol.for("expect-global");
const ASYMMETRIC_MATCHERS_OBJECT = Symbol.for("asymmetric-matchers-object");
const EXPECTED_COLOR = c.green;
const RECEIVED_COLOR = c.red;
const INVERTED_COLOR = c.inverse;
const BOLD_WEIGHT = c.bold;
const DIM_COLOR = c.dim;
function matcherHint(matcherName, received = "received", expected = "expected", options = {}) {
	const { comment = "", isDirectExpectCall = false, isNot = false, promise = "", secondArgument = "", expectedColor = EXPECTED_COLOR, receivedColor = RECEIVED_COLOR, secondArgumentColor = EXPECTED_COLOR } = options;
	let hint = "";
	let dimString = "expect";
	if (!isDirectExpectCall && received !== "") {
		hint += DIM_COLOR(`${dimString}(`) + receivedColor(received);
		dimString = ")";
	}
	if (promise !== "") {
		hint += DIM_COLOR(`${dimString}.`) + promise;
		dimString = "";
	}
	if (isNot) {
		hint += `${DIM_COLOR(`${dimString}.`)}not`;
		dimString = "";
	}
	if (matcherName.includes(".")) dimString += matcherName;
	else {
		hint += DIM_COLOR(`${dimString}.`) + matcherName;
		dimString = "";
	}
	if (expected === "") dimString += "()";
	else {
		hint += DIM_COLOR(`${dimString}(`) + expectedColor(expected);
		if (secondArgument) hint += DIM_COLOR(", ") + secondArgumentColor(secondArgument);
		dimString = ")";
	}
	if (comment !== "") dimString += ` // ${comment}`;
	if (dimString !== "") hint += DIM_COLOR(dimString);
	return hint;
}
const SPACE_SYMBOL = "·";
function replaceTrailingSpaces(text) {
	return text.replace(/\s+$/gm, (spaces) => SPACE_SYMBOL.repeat(spaces.length));
}
function printReceived(object) {
	return RECEIVED_COLOR(replaceTrailingSpaces(stringify(object)));
}
function printExpected(value) {
	return EXPECTED_COLOR(replaceTrailingSpaces(stringify(value)));
}
function getMatcherUtils() {
	return {
		EXPECTED_COLOR,
		RECEIVED_COLOR,
		INVERTED_COLOR,
		BOLD_WEIGHT,
		DIM_COLOR,
		diff,
		matcherHint,
		printReceived,
		printExpected,
		printDiffOrStringify,
		printWithType
	};
}
function printWithType(name, value, print) {
	const type = getType(value);
	return (type !== "null" && type !== "undefined" ? `${name} has type:  ${type}\n` : "") + `${name} has value: ${print(value)}`;
}
function getCustomEqualityTesters() {
	return globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters;
}
function equals(a, b, customTesters, strictCheck) {
	customTesters = customTesters || [];
	return eq(a, b, [], [], customTesters, strictCheck ? hasKey : hasDefinedKey);
}
Function.prototype.toString;
function isAsymmetric(obj) {
	return !!obj && typeof obj === "object" && "asymmetricMatch" in obj && isA("Function", obj.asymmetricMatch);
}
function asymmetricMatch(a, b, customTesters) {
	const asymmetricA = isAsymmetric(a);
	const asymmetricB = isAsymmetric(b);
	if (asymmetricA && asymmetricB) return;
	if (asymmetricA) return a.asymmetricMatch(b, customTesters);
	if (asymmetricB) return b.asymmetricMatch(a, customTesters);
}
function isError(value) {
	if (typeof Error.isError === "function") return Error.isError(value);
	switch (Object.prototype.toString.call(value)) {
		case "[object Error]":
		case "[object Exception]":
		case "[object DOMException]": return true;
		default: return value instanceof Error;
	}
}
function eq(a, b, aStack, bStack, customTesters, hasKey) {
	let result = true;
	const asymmetricResult = asymmetricMatch(a, b, customTesters);
	if (asymmetricResult !== void 0) return asymmetricResult;
	const testerContext = { equals };
	for (let i = 0; i < customTesters.length; i++) {
		const customTesterResult = customTesters[i].call(testerContext, a, b, customTesters);
		if (customTesterResult !== void 0) return customTesterResult;
	}
	if (typeof URL === "function" && a instanceof URL && b instanceof URL) return a.href === b.href;
	if (Object.is(a, b)) return true;
	if (a === null || b === null) return a === b;
	const className = Object.prototype.toString.call(a);
	if (className !== Object.prototype.toString.call(b)) return false;
	switch (className) {
		case "[object Boolean]":
		case "[object String]":
		case "[object Number]": if (typeof a !== typeof b) return false;
		else if (typeof a !== "object" && typeof b !== "object") return Object.is(a, b);
		else return Object.is(a.valueOf(), b.valueOf());
		case "[object Date]": {
			const numA = +a;
			const numB = +b;
			return numA === numB || Number.isNaN(numA) && Number.isNaN(numB);
		}
		case "[object RegExp]": return a.source === b.source && a.flags === b.flags;
		case "[object Temporal.Instant]":
		case "[object Temporal.ZonedDateTime]":
		case "[object Temporal.PlainDateTime]":
		case "[object Temporal.PlainDate]":
		case "[object Temporal.PlainTime]":
		case "[object Temporal.PlainYearMonth]":
		case "[object Temporal.PlainMonthDay]": return a.equals(b);
		case "[object Temporal.Duration]": return a.toString() === b.toString();
	}
	if (typeof a !== "object" || typeof b !== "object") return false;
	if (isDomNode(a) && isDomNode(b)) return a.isEqualNode(b);
	let length = aStack.length;
	while (length--) if (aStack[length] === a) return bStack[length] === b;
	else if (bStack[length] === b) return false;
	aStack.push(a);
	bStack.push(b);
	if (className === "[object Array]" && a.length !== b.length) return false;
	if (isError(a) && isError(b)) try {
		return isErrorEqual(a, b, aStack, bStack, customTesters, hasKey);
	} finally {
		aStack.pop();
		bStack.pop();
	}
	const aKeys = keys(a, hasKey);
	let key;
	let size = aKeys.length;
	if (keys(b, hasKey).length !== size) return false;
	while (size--) {
		key = aKeys[size];
		result = hasKey(b, key) && eq(a[key], b[key], aStack, bStack, customTesters, hasKey);
		if (!result) return false;
	}
	aStack.pop();
	bStack.pop();
	return result;
}
function isErrorEqual(a, b, aStack, bStack, customTesters, hasKey) {
	let result = Object.prototype.toString.call(a) === Object.prototype.toString.call(b) && a.name === b.name && a.message === b.message;
	if (typeof b.cause !== "undefined") result &&= eq(a.cause, b.cause, aStack, bStack, customTesters, hasKey);
	if (a instanceof AggregateError && b instanceof AggregateError) result &&= eq(a.errors, b.errors, aStack, bStack, customTesters, hasKey);
	result &&= eq({ ...a }, { ...b }, aStack, bStack, customTesters, hasKey);
	return result;
}
function keys(obj, hasKey) {
	const keys = [];
	for (const key in obj) if (hasKey(obj, key)) keys.push(key);
	return keys.concat(Object.getOwnPropertySymbols(obj).filter((symbol) => Object.getOwnPropertyDescriptor(obj, symbol).enumerable));
}
function hasDefinedKey(obj, key) {
	return hasKey(obj, key) && obj[key] !== void 0;
}
function hasKey(obj, key) {
	return Object.hasOwn(obj, key);
}
function isA(typeName, value) {
	return Object.prototype.toString.apply(value) === `[object ${typeName}]`;
}
function isDomNode(obj) {
	return obj !== null && typeof obj === "object" && "nodeType" in obj && typeof obj.nodeType === "number" && "nodeName" in obj && typeof obj.nodeName === "string" && "isEqualNode" in obj && typeof obj.isEqualNode === "function";
}
const IS_KEYED_SENTINEL = "@@__IMMUTABLE_KEYED__@@";
const IS_SET_SENTINEL = "@@__IMMUTABLE_SET__@@";
const IS_LIST_SENTINEL = "@@__IMMUTABLE_LIST__@@";
const IS_ORDERED_SENTINEL = "@@__IMMUTABLE_ORDERED__@@";
const IS_RECORD_SYMBOL = "@@__IMMUTABLE_RECORD__@@";
function isImmutableUnorderedKeyed(maybeKeyed) {
	return !!(maybeKeyed && maybeKeyed[IS_KEYED_SENTINEL] && !maybeKeyed[IS_ORDERED_SENTINEL]);
}
function isImmutableUnorderedSet(maybeSet) {
	return !!(maybeSet && maybeSet[IS_SET_SENTINEL] && !maybeSet[IS_ORDERED_SENTINEL]);
}
function isObjectLiteral(source) {
	return source != null && typeof source === "object" && !Array.isArray(source);
}
function isImmutableList(source) {
	return Boolean(source && isObjectLiteral(source) && source[IS_LIST_SENTINEL]);
}
function isImmutableOrderedKeyed(source) {
	return Boolean(source && isObjectLiteral(source) && source[IS_KEYED_SENTINEL] && source[IS_ORDERED_SENTINEL]);
}
function isImmutableOrderedSet(source) {
	return Boolean(source && isObjectLiteral(source) && source[IS_SET_SENTINEL] && source[IS_ORDERED_SENTINEL]);
}
function isImmutableRecord(source) {
	return Boolean(source && isObjectLiteral(source) && source[IS_RECORD_SYMBOL]);
}
/**
* Copyright (c) Facebook, Inc. and its affiliates. All Rights Reserved.
*
* This source code is licensed under the MIT license found in the
* LICENSE file in the root directory of this source tree.
*
*/
const IteratorSymbol = Symbol.iterator;
function hasIterator(object) {
	return !!(object != null && object[IteratorSymbol]);
}
function iterableEquality(a, b, customTesters = [], aStack = [], bStack = []) {
	if (typeof a !== "object" || typeof b !== "object" || Array.isArray(a) || Array.isArray(b) || !hasIterator(a) || !hasIterator(b)) return;
	if (a.constructor !== b.constructor) return false;
	let length = aStack.length;
	while (length--) if (aStack[length] === a) return bStack[length] === b;
	aStack.push(a);
	bStack.push(b);
	const filteredCustomTesters = [...customTesters.filter((t) => t !== iterableEquality), iterableEqualityWithStack];
	function iterableEqualityWithStack(a, b) {
		return iterableEquality(a, b, [...customTesters], [...aStack], [...bStack]);
	}
	if (a.size !== void 0) {
		if (a.size !== b.size) return false;
		else if (isA("Set", a) || isImmutableUnorderedSet(a)) {
			let allFound = true;
			for (const aValue of a) if (!b.has(aValue)) {
				let has = false;
				for (const bValue of b) if (equals(aValue, bValue, filteredCustomTesters) === true) has = true;
				if (has === false) {
					allFound = false;
					break;
				}
			}
			aStack.pop();
			bStack.pop();
			return allFound;
		} else if (isA("Map", a) || isImmutableUnorderedKeyed(a)) {
			let allFound = true;
			for (const aEntry of a) if (!b.has(aEntry[0]) || !equals(aEntry[1], b.get(aEntry[0]), filteredCustomTesters)) {
				let has = false;
				for (const bEntry of b) {
					const matchedKey = equals(aEntry[0], bEntry[0], filteredCustomTesters);
					let matchedValue = false;
					if (matchedKey === true) matchedValue = equals(aEntry[1], bEntry[1], filteredCustomTesters);
					if (matchedValue === true) has = true;
				}
				if (has === false) {
					allFound = false;
					break;
				}
			}
			aStack.pop();
			bStack.pop();
			return allFound;
		}
	}
	const bIterator = b[IteratorSymbol]();
	for (const aValue of a) {
		const nextB = bIterator.next();
		if (nextB.done || !equals(aValue, nextB.value, filteredCustomTesters)) return false;
	}
	if (!bIterator.next().done) return false;
	if (!isImmutableList(a) && !isImmutableOrderedKeyed(a) && !isImmutableOrderedSet(a) && !isImmutableRecord(a)) {
		if (!equals(Object.entries(a), Object.entries(b), filteredCustomTesters)) return false;
	}
	aStack.pop();
	bStack.pop();
	return true;
}
/**
* Checks if `hasOwnProperty(object, key)` up the prototype chain, stopping at `Object.prototype`.
*/
function hasPropertyInObject(object, key) {
	if (!object || typeof object !== "object" || object === Object.prototype) return false;
	return Object.hasOwn(object, key) || hasPropertyInObject(Object.getPrototypeOf(object), key);
}
function isObjectWithKeys(a) {
	return isObject(a) && !isError(a) && !Array.isArray(a) && !(a instanceof Date) && !(a instanceof Set) && !(a instanceof Map);
}
function subsetEquality(object, subset, customTesters = []) {
	const filteredCustomTesters = customTesters.filter((t) => t !== subsetEquality);
	const subsetEqualityWithContext = (seenReferences = /* @__PURE__ */ new WeakMap()) => (object, subset) => {
		if (!isObjectWithKeys(subset)) return;
		return Object.keys(subset).every((key) => {
			if (subset[key] != null && typeof subset[key] === "object") {
				if (seenReferences.has(subset[key])) return equals(object[key], subset[key], filteredCustomTesters);
				seenReferences.set(subset[key], true);
			}
			const result = object != null && hasPropertyInObject(object, key) && equals(object[key], subset[key], [...filteredCustomTesters, subsetEqualityWithContext(seenReferences)]);
			seenReferences.delete(subset[key]);
			return result;
		});
	};
	return subsetEqualityWithContext()(object, subset);
}
function typeEquality(a, b) {
	if (a == null || b == null || a.constructor === b.constructor) return;
	return false;
}
function arrayBufferEquality(a, b) {
	let dataViewA = a;
	let dataViewB = b;
	if (!(a instanceof DataView && b instanceof DataView)) {
		if (!(a instanceof ArrayBuffer) || !(b instanceof ArrayBuffer)) return;
		try {
			dataViewA = new DataView(a);
			dataViewB = new DataView(b);
		} catch {
			return;
		}
	}
	if (dataViewA.byteLength !== dataViewB.byteLength) return false;
	for (let i = 0; i < dataViewA.byteLength; i++) if (dataViewA.getUint8(i) !== dataViewB.getUint8(i)) return false;
	return true;
}
function sparseArrayEquality(a, b, customTesters = []) {
	if (!Array.isArray(a) || !Array.isArray(b)) return;
	const aKeys = Object.keys(a);
	const bKeys = Object.keys(b);
	return equals(a, b, customTesters.filter((t) => t !== sparseArrayEquality), true) && equals(aKeys, bKeys);
}
function generateToBeMessage(deepEqualityName, expected = "#{this}", actual = "#{exp}") {
	const toBeMessage = `expected ${expected} to be ${actual} // Object.is equality`;
	if (["toStrictEqual", "toEqual"].includes(deepEqualityName)) return `${toBeMessage}\n\nIf it should pass with deep equality, replace "toBe" with "${deepEqualityName}"\n\nExpected: ${expected}\nReceived: serializes to the same string\n`;
	return toBeMessage;
}
function pluralize(word, count) {
	return `${count} ${word}${count === 1 ? "" : "s"}`;
}
function getObjectKeys(object) {
	return [...Object.keys(object), ...Object.getOwnPropertySymbols(object).filter((s) => Object.getOwnPropertyDescriptor(object, s)?.enumerable)];
}
function getObjectSubset(object, subset, customTesters) {
	let stripped = 0;
	const getObjectSubsetWithContext = (seenReferences = /* @__PURE__ */ new WeakMap()) => (object, subset) => {
		if (Array.isArray(object)) {
			if (Array.isArray(subset) && subset.length === object.length) return subset.map((sub, i) => getObjectSubsetWithContext(seenReferences)(object[i], sub));
		} else if (object instanceof Date) return object;
		else if (isObject(object) && isObject(subset)) {
			if (equals(object, subset, [
				...customTesters,
				iterableEquality,
				subsetEquality
			])) return subset;
			const trimmed = {};
			seenReferences.set(object, trimmed);
			if (typeof object.constructor === "function" && typeof object.constructor.name === "string") Object.defineProperty(trimmed, "constructor", {
				enumerable: false,
				value: object.constructor
			});
			for (const key of getObjectKeys(object)) if (hasPropertyInObject(subset, key)) trimmed[key] = seenReferences.has(object[key]) ? seenReferences.get(object[key]) : getObjectSubsetWithContext(seenReferences)(object[key], subset[key]);
			else if (!seenReferences.has(object[key])) {
				stripped += 1;
				if (isObject(object[key])) stripped += getObjectKeys(object[key]).length;
				getObjectSubsetWithContext(seenReferences)(object[key], subset[key]);
			}
			if (getObjectKeys(trimmed).length > 0) return trimmed;
		}
		return object;
	};
	return {
		subset: getObjectSubsetWithContext()(object, subset),
		stripped
	};
}
/**
* Detects if an object is a Standard Schema V1 compatible schema
*/
function isStandardSchema(obj) {
	return !!obj && (typeof obj === "object" || typeof obj === "function") && obj["~standard"] && typeof obj["~standard"].validate === "function";
}
if (!Object.hasOwn(globalThis, MATCHERS_OBJECT)) {
	const globalState = /* @__PURE__ */ new WeakMap();
	const matchers = Object.create(null);
	const customEqualityTesters = [];
	const asymmetricMatchers = Object.create(null);
	Object.defineProperty(globalThis, MATCHERS_OBJECT, { get: () => globalState });
	Object.defineProperty(globalThis, JEST_MATCHERS_OBJECT, {
		configurable: true,
		get: () => ({
			state: globalState.get(globalThis[GLOBAL_EXPECT]),
			matchers,
			customEqualityTesters
		})
	});
	Object.defineProperty(globalThis, ASYMMETRIC_MATCHERS_OBJECT, { get: () => asymmetricMatchers });
}
function getState(expect) {
	return globalThis[MATCHERS_OBJECT].get(expect);
}
var AsymmetricMatcher = class {
	$$typeof = Symbol.for("jest.asymmetricMatcher");
	constructor(sample, inverse = false) {
		this.sample = sample;
		this.inverse = inverse;
	}
	getMatcherContext(expect) {
		return {
			...getState(expect || globalThis[GLOBAL_EXPECT]),
			equals,
			isNot: this.inverse,
			customTesters: getCustomEqualityTesters(),
			utils: {
				...getMatcherUtils(),
				diff,
				stringify,
				iterableEquality,
				subsetEquality
			}
		};
	}
};
AsymmetricMatcher.prototype[Symbol.for("chai/inspect")] = function(options) {
	const result = stringify(this, options.depth, { min: true });
	if (result.length <= options.truncate) return result;
	return `${this.toString()}{…}`;
};
var StringContaining = class extends AsymmetricMatcher {
	constructor(sample, inverse = false) {
		if (!isA("String", sample)) throw new Error("Expected is not a string");
		super(sample, inverse);
	}
	asymmetricMatch(other) {
		const result = isA("String", other) && other.includes(this.sample);
		return this.inverse ? !result : result;
	}
	toString() {
		return `String${this.inverse ? "Not" : ""}Containing`;
	}
	getExpectedType() {
		return "string";
	}
};
var Anything = class extends AsymmetricMatcher {
	asymmetricMatch(other) {
		return other != null;
	}
	toString() {
		return "Anything";
	}
	toAsymmetricMatcher() {
		return "Anything";
	}
};
var ObjectContaining = class extends AsymmetricMatcher {
	constructor(sample, inverse = false) {
		super(sample, inverse);
	}
	getPrototype(obj) {
		if (Object.getPrototypeOf) return Object.getPrototypeOf(obj);
		if (obj.constructor.prototype === obj) return null;
		return obj.constructor.prototype;
	}
	hasProperty(obj, property) {
		if (!obj) return false;
		if (Object.hasOwn(obj, property)) return true;
		return this.hasProperty(this.getPrototype(obj), property);
	}
	getProperties(obj) {
		return [...Object.keys(obj), ...Object.getOwnPropertySymbols(obj).filter((s) => Object.getOwnPropertyDescriptor(obj, s)?.enumerable)];
	}
	asymmetricMatch(other, customTesters) {
		if (typeof this.sample !== "object") throw new TypeError(`You must provide an object to ${this.toString()}, not '${typeof this.sample}'.`);
		let result = true;
		const properties = this.getProperties(this.sample);
		for (const property of properties) {
			if (!this.hasProperty(other, property)) {
				result = false;
				break;
			}
			const value = this.sample[property];
			const otherValue = other[property];
			if (!equals(value, otherValue, customTesters)) {
				result = false;
				break;
			}
		}
		return this.inverse ? !result : result;
	}
	toString() {
		return `Object${this.inverse ? "Not" : ""}Containing`;
	}
	getExpectedType() {
		return "object";
	}
};
var ArrayContaining = class extends AsymmetricMatcher {
	constructor(sample, inverse = false) {
		super(sample, inverse);
	}
	asymmetricMatch(other, customTesters) {
		if (!Array.isArray(this.sample)) throw new TypeError(`You must provide an array to ${this.toString()}, not '${typeof this.sample}'.`);
		const result = this.sample.length === 0 || Array.isArray(other) && this.sample.every((item) => other.some((another) => equals(item, another, customTesters)));
		return this.inverse ? !result : result;
	}
	toString() {
		return `Array${this.inverse ? "Not" : ""}Containing`;
	}
	getExpectedType() {
		return "array";
	}
};
var Any = class extends AsymmetricMatcher {
	constructor(sample) {
		if (typeof sample === "undefined") throw new TypeError("any() expects to be passed a constructor function. Please pass one or use anything() to match any object.");
		super(sample);
	}
	fnNameFor(func) {
		if (func.name) return func.name;
		const matches = Function.prototype.toString.call(func).match(/^(?:async)?\s*function\s*(?:\*\s*)?([\w$]+)\s*\(/);
		return matches ? matches[1] : "<anonymous>";
	}
	asymmetricMatch(other) {
		if (this.sample === String) return typeof other == "string" || other instanceof String;
		if (this.sample === Number) return typeof other == "number" || other instanceof Number;
		if (this.sample === Function) return typeof other == "function" || typeof other === "function";
		if (this.sample === Boolean) return typeof other == "boolean" || other instanceof Boolean;
		if (this.sample === BigInt) return typeof other == "bigint" || other instanceof BigInt;
		if (this.sample === Symbol) return typeof other == "symbol" || other instanceof Symbol;
		if (this.sample === Object) return typeof other == "object";
		return other instanceof this.sample;
	}
	toString() {
		return "Any";
	}
	getExpectedType() {
		if (this.sample === String) return "string";
		if (this.sample === Number) return "number";
		if (this.sample === Function) return "function";
		if (this.sample === Object) return "object";
		if (this.sample === Boolean) return "boolean";
		return this.fnNameFor(this.sample);
	}
	toAsymmetricMatcher() {
		return `Any<${this.fnNameFor(this.sample)}>`;
	}
};
var StringMatching = class extends AsymmetricMatcher {
	constructor(sample, inverse = false) {
		if (!isA("String", sample) && !isA("RegExp", sample)) throw new Error("Expected is not a String or a RegExp");
		super(new RegExp(sample), inverse);
	}
	asymmetricMatch(other) {
		const result = isA("String", other) && this.sample.test(other);
		return this.inverse ? !result : result;
	}
	toString() {
		return `String${this.inverse ? "Not" : ""}Matching`;
	}
	getExpectedType() {
		return "string";
	}
};
var CloseTo = class extends AsymmetricMatcher {
	precision;
	constructor(sample, precision = 2, inverse = false) {
		if (!isA("Number", sample)) throw new Error("Expected is not a Number");
		if (!isA("Number", precision)) throw new Error("Precision is not a Number");
		super(sample);
		this.inverse = inverse;
		this.precision = precision;
	}
	asymmetricMatch(other) {
		if (!isA("Number", other)) return false;
		let result = false;
		if (other === Number.POSITIVE_INFINITY && this.sample === Number.POSITIVE_INFINITY) result = true;
		else if (other === Number.NEGATIVE_INFINITY && this.sample === Number.NEGATIVE_INFINITY) result = true;
		else result = Math.abs(this.sample - other) < 10 ** -this.precision / 2;
		return this.inverse ? !result : result;
	}
	toString() {
		return `Number${this.inverse ? "Not" : ""}CloseTo`;
	}
	getExpectedType() {
		return "number";
	}
	toAsymmetricMatcher() {
		return [
			this.toString(),
			this.sample,
			`(${pluralize("digit", this.precision)})`
		].join(" ");
	}
};
var SchemaMatching = class extends AsymmetricMatcher {
	result;
	constructor(sample, inverse = false) {
		if (!isStandardSchema(sample)) throw new TypeError("SchemaMatching expected to receive a Standard Schema.");
		super(sample, inverse);
	}
	asymmetricMatch(other) {
		const result = this.sample["~standard"].validate(other);
		if (result instanceof Promise) throw new TypeError("Async schema validation is not supported in asymmetric matchers.");
		this.result = result;
		const pass = !this.result.issues || this.result.issues.length === 0;
		return this.inverse ? !pass : pass;
	}
	toString() {
		return `Schema${this.inverse ? "Not" : ""}Matching`;
	}
	getExpectedType() {
		return "object";
	}
	toAsymmetricMatcher() {
		const { utils } = this.getMatcherContext();
		if ((this.result?.issues || []).length > 0) return `${this.toString()} ${utils.stringify(this.result, void 0, { printBasicPrototype: false })}`;
		return this.toString();
	}
};
const JestAsymmetricMatchers = (chai, utils) => {
	utils.addMethod(chai.expect, "anything", () => new Anything());
	utils.addMethod(chai.expect, "any", (expected) => new Any(expected));
	utils.addMethod(chai.expect, "stringContaining", (expected) => new StringContaining(expected));
	utils.addMethod(chai.expect, "objectContaining", (expected) => new ObjectContaining(expected));
	utils.addMethod(chai.expect, "arrayContaining", (expected) => new ArrayContaining(expected));
	utils.addMethod(chai.expect, "stringMatching", (expected) => new StringMatching(expected));
	utils.addMethod(chai.expect, "closeTo", (expected, precision) => new CloseTo(expected, precision));
	utils.addMethod(chai.expect, "schemaMatching", (expected) => new SchemaMatching(expected));
	chai.expect.not = {
		stringContaining: (expected) => new StringContaining(expected, true),
		objectContaining: (expected) => new ObjectContaining(expected, true),
		arrayContaining: (expected) => new ArrayContaining(expected, true),
		stringMatching: (expected) => new StringMatching(expected, true),
		closeTo: (expected, precision) => new CloseTo(expected, precision, true),
		schemaMatching: (expected) => new SchemaMatching(expected, true)
	};
};
function createAssertionMessage(util, assertion, hasArgs) {
	const soft = util.flag(assertion, "soft") ? ".soft" : "";
	const not = util.flag(assertion, "negate") ? "not." : "";
	const name = `${util.flag(assertion, "_name")}(${hasArgs ? "expected" : ""})`;
	const promiseName = util.flag(assertion, "promise");
	return `expect${soft}(actual)${promiseName ? `.${promiseName}` : ""}.${not}${name}`;
}
function recordAsyncExpect(_test, promise, assertion, error, isSoft) {
	const test = _test;
	if (test && promise instanceof Promise) {
		promise = promise.finally(() => {
			if (!test.promises) return;
			const index = test.promises.indexOf(promise);
			if (index !== -1) test.promises.splice(index, 1);
		});
		if (!test.promises) test.promises = [];
		if (isSoft) promise = promise.then(noop, (err) => {
			handleTestError(test, err);
		});
		test.promises.push(promise);
		let resolved = false;
		test.onFinished ??= [];
		test.onFinished.push(() => {
			if (!resolved) {
				const stack = (globalThis.__vitest_worker__?.onFilterStackTrace || ((s) => s || ""))(error.stack);
				console.warn([
					`Promise returned by \`${assertion}\` was not awaited. `,
					"Vitest currently auto-awaits hanging assertions at the end of the test, but this will cause the test to fail in the next Vitest major. ",
					"Please remember to await the assertion.\n",
					stack
				].join(""));
			}
		});
		return {
			then(onFulfilled, onRejected) {
				resolved = true;
				return promise.then(onFulfilled, onRejected);
			},
			catch(onRejected) {
				resolved = true;
				return promise.catch(onRejected);
			},
			finally(onFinally) {
				resolved = true;
				return promise.finally(onFinally);
			},
			[Symbol.toStringTag]: "Promise"
		};
	}
	return promise;
}
function handleTestError(test, err) {
	test.result ||= { state: "fail" };
	test.result.state = "fail";
	test.result.errors ||= [];
	test.result.errors.push(processError(err));
}
/** wrap assertion function to support `expect.soft` and provide assertion name as `_name` */
function wrapAssertion(utils, name, fn) {
	return function(...args) {
		if (name !== "withTest") utils.flag(this, "_name", name);
		if (!utils.flag(this, "soft")) try {
			return fn.apply(this, args);
		} finally {}
		const test = utils.flag(this, "vitest-test");
		if (!test) throw new Error("expect.soft() can only be used inside a test");
		try {
			const result = fn.apply(this, args);
			if (result && typeof result === "object" && typeof result.then === "function") return result.then(noop, (err) => {
				handleTestError(test, err);
			});
			return result;
		} catch (err) {
			handleTestError(test, err);
		}
	};
}
const JestChaiExpect = (chai, utils) => {
	const { AssertionError } = chai;
	const customTesters = getCustomEqualityTesters();
	function def(name, fn) {
		const addMethod = (n) => {
			const softWrapper = wrapAssertion(utils, n, fn);
			utils.addMethod(chai.Assertion.prototype, n, softWrapper);
			utils.addMethod(globalThis[JEST_MATCHERS_OBJECT].matchers, n, softWrapper);
		};
		if (Array.isArray(name)) name.forEach((n) => addMethod(n));
		else addMethod(name);
	}
	[
		"throw",
		"throws",
		"Throw"
	].forEach((m) => {
		utils.overwriteMethod(chai.Assertion.prototype, m, (_super) => {
			return function(...args) {
				const promise = utils.flag(this, "promise");
				const object = utils.flag(this, "object");
				const isNot = utils.flag(this, "negate");
				if (promise === "rejects") utils.flag(this, "object", () => {
					throw object;
				});
				else if (promise === "resolves" && typeof object !== "function") {
					if (!isNot) {
						const message = utils.flag(this, "message") || "expected promise to throw an error, but it didn't";
						throw new AssertionError(message, { showDiff: false }, utils.flag(this, "ssfi"));
					} else return;
				}
				_super.apply(this, args);
			};
		});
	});
	def("withTest", function(test) {
		utils.flag(this, "vitest-test", test);
		return this;
	});
	def("toEqual", function(expected) {
		const actual = utils.flag(this, "object");
		const equal = equals(actual, expected, [...customTesters, iterableEquality]);
		return this.assert(equal, "expected #{this} to deeply equal #{exp}", "expected #{this} to not deeply equal #{exp}", expected, actual);
	});
	def("toStrictEqual", function(expected) {
		const obj = utils.flag(this, "object");
		const equal = equals(obj, expected, [
			...customTesters,
			iterableEquality,
			typeEquality,
			sparseArrayEquality,
			arrayBufferEquality
		], true);
		return this.assert(equal, "expected #{this} to strictly equal #{exp}", "expected #{this} to not strictly equal #{exp}", expected, obj);
	});
	def("toBe", function(expected) {
		const actual = this._obj;
		const pass = Object.is(actual, expected);
		let deepEqualityName = "";
		if (!pass) {
			if (equals(actual, expected, [
				...customTesters,
				iterableEquality,
				typeEquality,
				sparseArrayEquality,
				arrayBufferEquality
			], true)) deepEqualityName = "toStrictEqual";
			else if (equals(actual, expected, [...customTesters, iterableEquality])) deepEqualityName = "toEqual";
		}
		return this.assert(pass, generateToBeMessage(deepEqualityName), "expected #{this} not to be #{exp} // Object.is equality", expected, actual);
	});
	def("toMatchObject", function(expected) {
		const actual = this._obj;
		const pass = equals(actual, expected, [
			...customTesters,
			iterableEquality,
			subsetEquality
		]);
		const isNot = utils.flag(this, "negate");
		const { subset: actualSubset, stripped } = getObjectSubset(actual, expected, customTesters);
		if (pass && isNot || !pass && !isNot) {
			const msg = utils.getMessage(this, [
				pass,
				"expected #{this} to match object #{exp}",
				"expected #{this} to not match object #{exp}",
				expected,
				actualSubset,
				false
			]);
			const message = stripped === 0 ? msg : `${msg}\n(${stripped} matching ${stripped === 1 ? "property" : "properties"} omitted from actual)`;
			throw new AssertionError(message, {
				showDiff: true,
				expected,
				actual: actualSubset
			});
		}
	});
	def("toMatch", function(expected) {
		const actual = this._obj;
		if (typeof actual !== "string") throw new TypeError(`.toMatch() expects to receive a string, but got ${typeof actual}`);
		return this.assert(typeof expected === "string" ? actual.includes(expected) : actual.match(expected), `expected #{this} to match #{exp}`, `expected #{this} not to match #{exp}`, expected, actual);
	});
	def("toContain", function(item) {
		const actual = this._obj;
		if (typeof Node !== "undefined" && actual instanceof Node) {
			if (!(item instanceof Node)) throw new TypeError(`toContain() expected a DOM node as the argument, but got ${typeof item}`);
			return this.assert(actual.contains(item), "expected #{this} to contain element #{exp}", "expected #{this} not to contain element #{exp}", item, actual);
		}
		if (typeof DOMTokenList !== "undefined" && actual instanceof DOMTokenList) {
			assertTypes(item, "class name", ["string"]);
			const expectedClassList = utils.flag(this, "negate") ? actual.value.replace(item, "").trim() : `${actual.value} ${item}`;
			return this.assert(actual.contains(item), `expected "${actual.value}" to contain "${item}"`, `expected "${actual.value}" not to contain "${item}"`, expectedClassList, actual.value);
		}
		if (typeof actual === "string" && typeof item === "string") return this.assert(actual.includes(item), `expected #{this} to contain #{exp}`, `expected #{this} not to contain #{exp}`, item, actual);
		if (actual != null && typeof actual !== "string") utils.flag(this, "object", Array.from(actual));
		return this.contain(item);
	});
	def("toContainEqual", function(expected) {
		const obj = utils.flag(this, "object");
		const index = Array.from(obj).findIndex((item) => {
			return equals(item, expected, customTesters);
		});
		this.assert(index !== -1, "expected #{this} to deep equally contain #{exp}", "expected #{this} to not deep equally contain #{exp}", expected);
	});
	def("toBeTruthy", function() {
		const obj = utils.flag(this, "object");
		this.assert(Boolean(obj), "expected #{this} to be truthy", "expected #{this} to not be truthy", true, obj);
	});
	def("toBeFalsy", function() {
		const obj = utils.flag(this, "object");
		this.assert(!obj, "expected #{this} to be falsy", "expected #{this} to not be falsy", false, obj);
	});
	def("toBeGreaterThan", function(expected) {
		const actual = this._obj;
		assertTypes(actual, "actual", ["number", "bigint"]);
		assertTypes(expected, "expected", ["number", "bigint"]);
		return this.assert(actual > expected, `expected ${actual} to be greater than ${expected}`, `expected ${actual} to be not greater than ${expected}`, expected, actual, false);
	});
	def("toBeGreaterThanOrEqual", function(expected) {
		const actual = this._obj;
		assertTypes(actual, "actual", ["number", "bigint"]);
		assertTypes(expected, "expected", ["number", "bigint"]);
		return this.assert(actual >= expected, `expected ${actual} to be greater than or equal to ${expected}`, `expected ${actual} to be not greater than or equal to ${expected}`, expected, actual, false);
	});
	def("toBeLessThan", function(expected) {
		const actual = this._obj;
		assertTypes(actual, "actual", ["number", "bigint"]);
		assertTypes(expected, "expected", ["number", "bigint"]);
		return this.assert(actual < expected, `expected ${actual} to be less than ${expected}`, `expected ${actual} to be not less than ${expected}`, expected, actual, false);
	});
	def("toBeLessThanOrEqual", function(expected) {
		const actual = this._obj;
		assertTypes(actual, "actual", ["number", "bigint"]);
		assertTypes(expected, "expected", ["number", "bigint"]);
		return this.assert(actual <= expected, `expected ${actual} to be less than or equal to ${expected}`, `expected ${actual} to be not less than or equal to ${expected}`, expected, actual, false);
	});
	def("toBeNaN", function() {
		const obj = utils.flag(this, "object");
		this.assert(Number.isNaN(obj), "expected #{this} to be NaN", "expected #{this} not to be NaN", NaN, obj);
	});
	def("toBeUndefined", function() {
		const obj = utils.flag(this, "object");
		this.assert(void 0 === obj, "expected #{this} to be undefined", "expected #{this} not to be undefined", void 0, obj);
	});
	def("toBeNull", function() {
		const obj = utils.flag(this, "object");
		this.assert(obj === null, "expected #{this} to be null", "expected #{this} not to be null", null, obj);
	});
	def("toBeNullable", function() {
		const obj = utils.flag(this, "object");
		this.assert(obj == null, "expected #{this} to be nullish", "expected #{this} not to be nullish", null, obj);
	});
	def("toBeDefined", function() {
		const obj = utils.flag(this, "object");
		this.assert(typeof obj !== "undefined", "expected #{this} to be defined", "expected #{this} to be undefined", obj);
	});
	def("toBeTypeOf", function(expected) {
		const actual = typeof this._obj;
		const equal = expected === actual;
		return this.assert(equal, "expected #{this} to be type of #{exp}", "expected #{this} not to be type of #{exp}", expected, actual);
	});
	def("toBeInstanceOf", function(obj) {
		return this.instanceOf(obj);
	});
	def("toHaveLength", function(length) {
		return this.have.length(length);
	});
	def("toHaveProperty", function(...args) {
		if (Array.isArray(args[0])) args[0] = args[0].map((key) => String(key).replace(/([.[\]])/g, "\\$1")).join(".");
		const actual = this._obj;
		const [propertyName, expected] = args;
		const getValue = () => {
			if (Object.hasOwn(actual, propertyName)) return {
				value: actual[propertyName],
				exists: true
			};
			return utils.getPathInfo(actual, propertyName);
		};
		const { value, exists } = getValue();
		const pass = exists && (args.length === 1 || equals(expected, value, customTesters));
		const valueString = args.length === 1 ? "" : ` with value ${utils.objDisplay(expected)}`;
		return this.assert(pass, `expected #{this} to have property "${propertyName}"${valueString}`, `expected #{this} to not have property "${propertyName}"${valueString}`, expected, exists ? value : void 0);
	});
	def("toBeCloseTo", function(received, precision = 2) {
		const expected = this._obj;
		let pass = false;
		let expectedDiff = 0;
		let receivedDiff = 0;
		if (received === Number.POSITIVE_INFINITY && expected === Number.POSITIVE_INFINITY) pass = true;
		else if (received === Number.NEGATIVE_INFINITY && expected === Number.NEGATIVE_INFINITY) pass = true;
		else {
			expectedDiff = 10 ** -precision / 2;
			receivedDiff = Math.abs(expected - received);
			pass = receivedDiff < expectedDiff;
		}
		return this.assert(pass, `expected #{this} to be close to #{exp}, received difference is ${receivedDiff}, but expected ${expectedDiff}`, `expected #{this} to not be close to #{exp}, received difference is ${receivedDiff}, but expected ${expectedDiff}`, received, expected, false);
	});
	function assertIsMock(assertion) {
		if (!isMockFunction(assertion._obj)) throw new TypeError(`${utils.inspect(assertion._obj)} is not a spy or a call to a spy!`);
	}
	function getSpy(assertion) {
		assertIsMock(assertion);
		return assertion._obj;
	}
	def(["toHaveBeenCalledTimes", "toBeCalledTimes"], function(number) {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const callCount = spy.mock.calls.length;
		return this.assert(callCount === number, `expected "${spyName}" to be called #{exp} times, but got ${callCount} times`, `expected "${spyName}" to not be called #{exp} times`, number, callCount, false);
	});
	def("toHaveBeenCalledOnce", function() {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const callCount = spy.mock.calls.length;
		return this.assert(callCount === 1, `expected "${spyName}" to be called once, but got ${callCount} times`, `expected "${spyName}" to not be called once`, 1, callCount, false);
	});
	def(["toHaveBeenCalled", "toBeCalled"], function() {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const callCount = spy.mock.calls.length;
		const called = callCount > 0;
		const isNot = utils.flag(this, "negate");
		let msg = utils.getMessage(this, [
			called,
			`expected "${spyName}" to be called at least once`,
			`expected "${spyName}" to not be called at all, but actually been called ${callCount} times`,
			true,
			called
		]);
		if (called && isNot) msg = formatCalls(spy, msg);
		if (called && isNot || !called && !isNot) throw new AssertionError(msg);
	});
	function equalsArgumentArray(a, b) {
		return a.length === b.length && a.every((aItem, i) => equals(aItem, b[i], [...customTesters, iterableEquality]));
	}
	def(["toHaveBeenCalledWith", "toBeCalledWith"], function(...args) {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const pass = spy.mock.calls.some((callArg) => equalsArgumentArray(callArg, args));
		const isNot = utils.flag(this, "negate");
		const msg = utils.getMessage(this, [
			pass,
			`expected "${spyName}" to be called with arguments: #{exp}`,
			`expected "${spyName}" to not be called with arguments: #{exp}`,
			args
		]);
		if (pass && isNot || !pass && !isNot) throw new AssertionError(formatCalls(spy, msg, args));
	});
	def("toHaveBeenCalledExactlyOnceWith", function(...args) {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const callCount = spy.mock.calls.length;
		const pass = spy.mock.calls.some((callArg) => equalsArgumentArray(callArg, args)) && callCount === 1;
		const isNot = utils.flag(this, "negate");
		const msg = utils.getMessage(this, [
			pass,
			`expected "${spyName}" to be called once with arguments: #{exp}`,
			`expected "${spyName}" to not be called once with arguments: #{exp}`,
			args
		]);
		if (pass && isNot || !pass && !isNot) throw new AssertionError(formatCalls(spy, msg, args));
	});
	def("toHaveBeenNthCalledWith", function(times, ...args) {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const nthCall = spy.mock.calls[times - 1];
		const callCount = spy.mock.calls.length;
		const isCalled = times <= callCount;
		this.assert(nthCall && equalsArgumentArray(nthCall, args), `expected ${ordinal(times)} "${spyName}" call to have been called with #{exp}${isCalled ? `` : `, but called only ${callCount} times`}`, `expected ${ordinal(times)} "${spyName}" call to not have been called with #{exp}`, args, nthCall, isCalled);
	});
	def("toHaveBeenLastCalledWith", function(...args) {
		const spy = getSpy(this);
		const spyName = spy.getMockName();
		const lastCall = spy.mock.calls.at(-1);
		this.assert(lastCall && equalsArgumentArray(lastCall, args), `expected last "${spyName}" call to have been called with #{exp}`, `expected last "${spyName}" call to not have been called with #{exp}`, args, lastCall);
	});
	/**
	* Used for `toHaveBeenCalledBefore` and `toHaveBeenCalledAfter` to determine if the expected spy was called before the result spy.
	*/
	function isSpyCalledBeforeAnotherSpy(beforeSpy, afterSpy, failIfNoFirstInvocation) {
		const beforeInvocationCallOrder = beforeSpy.mock.invocationCallOrder;
		const afterInvocationCallOrder = afterSpy.mock.invocationCallOrder;
		if (beforeInvocationCallOrder.length === 0) return !failIfNoFirstInvocation;
		if (afterInvocationCallOrder.length === 0) return false;
		return beforeInvocationCallOrder[0] < afterInvocationCallOrder[0];
	}
	def(["toHaveBeenCalledBefore"], function(resultSpy, failIfNoFirstInvocation = true) {
		const expectSpy = getSpy(this);
		if (!isMockFunction(resultSpy)) throw new TypeError(`${utils.inspect(resultSpy)} is not a spy or a call to a spy`);
		this.assert(isSpyCalledBeforeAnotherSpy(expectSpy, resultSpy, failIfNoFirstInvocation), `expected "${expectSpy.getMockName()}" to have been called before "${resultSpy.getMockName()}"`, `expected "${expectSpy.getMockName()}" to not have been called before "${resultSpy.getMockName()}"`, resultSpy, expectSpy);
	});
	def(["toHaveBeenCalledAfter"], function(resultSpy, failIfNoFirstInvocation = true) {
		const expectSpy = getSpy(this);
		if (!isMockFunction(resultSpy)) throw new TypeError(`${utils.inspect(resultSpy)} is not a spy or a call to a spy`);
		this.assert(isSpyCalledBeforeAnotherSpy(resultSpy, expectSpy, failIfNoFirstInvocation), `expected "${expectSpy.getMockName()}" to have been called after "${resultSpy.getMockName()}"`, `expected "${expectSpy.getMockName()}" to not have been called after "${resultSpy.getMockName()}"`, resultSpy, expectSpy);
	});
	def(["toThrow", "toThrowError"], function(expected) {
		if (typeof expected === "string" || typeof expected === "undefined" || expected instanceof RegExp) return this.throws(expected === "" ? /^$/ : expected);
		const obj = this._obj;
		const promise = utils.flag(this, "promise");
		const isNot = utils.flag(this, "negate");
		let thrown = null;
		if (promise === "rejects") thrown = obj;
		else if (promise === "resolves" && typeof obj !== "function") {
			if (!isNot) {
				const message = utils.flag(this, "message") || "expected promise to throw an error, but it didn't";
				throw new AssertionError(message, { showDiff: false }, utils.flag(this, "ssfi"));
			} else return;
		} else {
			let isThrow = false;
			try {
				obj();
			} catch (err) {
				isThrow = true;
				thrown = err;
			}
			if (!isThrow && !isNot) {
				const message = utils.flag(this, "message") || "expected function to throw an error, but it didn't";
				throw new AssertionError(message, { showDiff: false }, utils.flag(this, "ssfi"));
			}
		}
		if (typeof expected === "function") {
			const name = expected.name || expected.prototype.constructor.name;
			return this.assert(thrown && thrown instanceof expected, `expected error to be instance of ${name}`, `expected error not to be instance of ${name}`, expected, thrown);
		}
		if (isError(expected)) {
			const equal = equals(thrown, expected, [...customTesters, iterableEquality]);
			return this.assert(equal, "expected a thrown error to be #{exp}", "expected a thrown error not to be #{exp}", expected, thrown);
		}
		if (typeof expected === "object" && "asymmetricMatch" in expected && typeof expected.asymmetricMatch === "function") {
			const matcher = expected;
			return this.assert(thrown && matcher.asymmetricMatch(thrown), "expected error to match asymmetric matcher", "expected error not to match asymmetric matcher", matcher, thrown);
		}
		const equal = equals(thrown, expected, [...customTesters, iterableEquality]);
		return this.assert(equal, "expected a thrown value to equal #{exp}", "expected a thrown value not to equal #{exp}", expected, thrown);
	});
	[{
		name: "toHaveResolved",
		condition: (spy) => spy.mock.settledResults.length > 0 && spy.mock.settledResults.some(({ type }) => type === "fulfilled"),
		action: "resolved"
	}, {
		name: ["toHaveReturned", "toReturn"],
		condition: (spy) => spy.mock.calls.length > 0 && spy.mock.results.some(({ type }) => type !== "throw"),
		action: "called"
	}].forEach(({ name, condition, action }) => {
		def(name, function() {
			const spy = getSpy(this);
			const spyName = spy.getMockName();
			const pass = condition(spy);
			this.assert(pass, `expected "${spyName}" to be successfully ${action} at least once`, `expected "${spyName}" to not be successfully ${action}`, pass, !pass, false);
		});
	});
	[{
		name: "toHaveResolvedTimes",
		condition: (spy, times) => spy.mock.settledResults.reduce((s, { type }) => type === "fulfilled" ? ++s : s, 0) === times,
		action: "resolved"
	}, {
		name: ["toHaveReturnedTimes", "toReturnTimes"],
		condition: (spy, times) => spy.mock.results.reduce((s, { type }) => type === "throw" ? s : ++s, 0) === times,
		action: "called"
	}].forEach(({ name, condition, action }) => {
		def(name, function(times) {
			const spy = getSpy(this);
			const spyName = spy.getMockName();
			const pass = condition(spy, times);
			this.assert(pass, `expected "${spyName}" to be successfully ${action} ${times} times`, `expected "${spyName}" to not be successfully ${action} ${times} times`, `expected resolved times: ${times}`, `received resolved times: ${pass}`, false);
		});
	});
	[{
		name: "toHaveResolvedWith",
		condition: (spy, value) => spy.mock.settledResults.some(({ type, value: result }) => type === "fulfilled" && equals(value, result)),
		action: "resolve"
	}, {
		name: ["toHaveReturnedWith", "toReturnWith"],
		condition: (spy, value) => spy.mock.results.some(({ type, value: result }) => type === "return" && equals(value, result)),
		action: "return"
	}].forEach(({ name, condition, action }) => {
		def(name, function(value) {
			const spy = getSpy(this);
			const pass = condition(spy, value);
			const isNot = utils.flag(this, "negate");
			if (pass && isNot || !pass && !isNot) {
				const spyName = spy.getMockName();
				const msg = utils.getMessage(this, [
					pass,
					`expected "${spyName}" to ${action} with: #{exp} at least once`,
					`expected "${spyName}" to not ${action} with: #{exp}`,
					value
				]);
				const results = action === "return" ? spy.mock.results : spy.mock.settledResults;
				throw new AssertionError(formatReturns(spy, results, msg, value));
			}
		});
	});
	[{
		name: "toHaveLastResolvedWith",
		condition: (spy, value) => {
			const result = spy.mock.settledResults.at(-1);
			return Boolean(result && result.type === "fulfilled" && equals(result.value, value));
		},
		action: "resolve"
	}, {
		name: "toHaveLastReturnedWith",
		condition: (spy, value) => {
			const result = spy.mock.results.at(-1);
			return Boolean(result && result.type === "return" && equals(result.value, value));
		},
		action: "return"
	}].forEach(({ name, condition, action }) => {
		def(name, function(value) {
			const spy = getSpy(this);
			const result = (action === "return" ? spy.mock.results : spy.mock.settledResults).at(-1);
			const spyName = spy.getMockName();
			this.assert(condition(spy, value), `expected last "${spyName}" call to ${action} #{exp}`, `expected last "${spyName}" call to not ${action} #{exp}`, value, result?.value);
		});
	});
	[{
		name: "toHaveNthResolvedWith",
		condition: (spy, index, value) => {
			const result = spy.mock.settledResults[index - 1];
			return result && result.type === "fulfilled" && equals(result.value, value);
		},
		action: "resolve"
	}, {
		name: "toHaveNthReturnedWith",
		condition: (spy, index, value) => {
			const result = spy.mock.results[index - 1];
			return result && result.type === "return" && equals(result.value, value);
		},
		action: "return"
	}].forEach(({ name, condition, action }) => {
		def(name, function(nthCall, value) {
			const spy = getSpy(this);
			const spyName = spy.getMockName();
			const result = (action === "return" ? spy.mock.results : spy.mock.settledResults)[nthCall - 1];
			const ordinalCall = `${ordinal(nthCall)} call`;
			this.assert(condition(spy, nthCall, value), `expected ${ordinalCall} "${spyName}" call to ${action} #{exp}`, `expected ${ordinalCall} "${spyName}" call to not ${action} #{exp}`, value, result?.value);
		});
	});
	def("withContext", function(context) {
		for (const key in context) utils.flag(this, key, context[key]);
		return this;
	});
	utils.addProperty(chai.Assertion.prototype, "resolves", function __VITEST_RESOLVES__() {
		const error = /* @__PURE__ */ new Error("resolves");
		utils.flag(this, "promise", "resolves");
		utils.flag(this, "error", error);
		const test = utils.flag(this, "vitest-test");
		const obj = utils.flag(this, "object");
		if (utils.flag(this, "poll")) throw new SyntaxError(`expect.poll() is not supported in combination with .resolves`);
		if (typeof obj?.then !== "function") throw new TypeError(`You must provide a Promise to expect() when using .resolves, not '${typeof obj}'.`);
		const proxy = new Proxy(this, { get: (target, key, receiver) => {
			const result = Reflect.get(target, key, receiver);
			if (typeof result !== "function") return result instanceof chai.Assertion ? proxy : result;
			return (...args) => {
				utils.flag(this, "_name", key);
				const promise = Promise.resolve(obj).then((value) => {
					utils.flag(this, "object", value);
					return result.call(this, ...args);
				}, (err) => {
					const _error = new AssertionError(`promise rejected "${utils.inspect(err)}" instead of resolving`, { showDiff: false });
					_error.cause = err;
					throw _error;
				}).catch((err) => {
					if (isError(err) && error.stack) err.stack = error.stack.replace(error.message, err.message);
					throw err;
				});
				return recordAsyncExpect(test, promise, createAssertionMessage(utils, this, !!args.length), error, utils.flag(this, "soft"));
			};
		} });
		return proxy;
	});
	utils.addProperty(chai.Assertion.prototype, "rejects", function __VITEST_REJECTS__() {
		const error = /* @__PURE__ */ new Error("rejects");
		utils.flag(this, "promise", "rejects");
		utils.flag(this, "error", error);
		const test = utils.flag(this, "vitest-test");
		const obj = utils.flag(this, "object");
		const wrapper = typeof obj === "function" ? obj() : obj;
		if (utils.flag(this, "poll")) throw new SyntaxError(`expect.poll() is not supported in combination with .rejects`);
		if (typeof wrapper?.then !== "function") throw new TypeError(`You must provide a Promise to expect() when using .rejects, not '${typeof wrapper}'.`);
		const proxy = new Proxy(this, { get: (target, key, receiver) => {
			const result = Reflect.get(target, key, receiver);
			if (typeof result !== "function") return result instanceof chai.Assertion ? proxy : result;
			return (...args) => {
				utils.flag(this, "_name", key);
				const promise = Promise.resolve(wrapper).then((value) => {
					throw new AssertionError(`promise resolved "${utils.inspect(value)}" instead of rejecting`, {
						showDiff: true,
						expected: /* @__PURE__ */ new Error("rejected promise"),
						actual: value
					});
				}, (err) => {
					utils.flag(this, "object", err);
					return result.call(this, ...args);
				}).catch((err) => {
					if (isError(err) && error.stack) err.stack = error.stack.replace(error.message, err.message);
					throw err;
				});
				return recordAsyncExpect(test, promise, createAssertionMessage(utils, this, !!args.length), error, utils.flag(this, "soft"));
			};
		} });
		return proxy;
	});
};
function formatCalls(spy, msg, showActualCall) {
	if (spy.mock.calls.length) msg += c.gray(`\n\nReceived:\n\n${spy.mock.calls.map((callArg, i) => {
		let methodCall = c.bold(`  ${ordinal(i + 1)} ${spy.getMockName()} call:\n\n`);
		if (showActualCall) methodCall += diff(showActualCall, callArg, { omitAnnotationLines: true });
		else methodCall += stringify(callArg).split("\n").map((line) => `    ${line}`).join("\n");
		methodCall += "\n";
		return methodCall;
	}).join("\n")}`);
	msg += c.gray(`\n\nNumber of calls: ${c.bold(spy.mock.calls.length)}\n`);
	return msg;
}
function formatReturns(spy, results, msg, showActualReturn) {
	if (results.length) msg += c.gray(`\n\nReceived:\n\n${results.map((callReturn, i) => {
		let methodCall = c.bold(`  ${ordinal(i + 1)} ${spy.getMockName()} call return:\n\n`);
		if (showActualReturn) methodCall += diff(showActualReturn, callReturn.value, { omitAnnotationLines: true });
		else methodCall += stringify(callReturn).split("\n").map((line) => `    ${line}`).join("\n");
		methodCall += "\n";
		return methodCall;
	}).join("\n")}`);
	msg += c.gray(`\n\nNumber of calls: ${c.bold(spy.mock.calls.length)}\n`);
	return msg;
}
function getMatcherState(assertion, expect) {
	const obj = assertion._obj;
	const isNot = util.flag(assertion, "negate");
	const promise = util.flag(assertion, "promise") || "";
	const customMessage = util.flag(assertion, "message");
	const jestUtils = {
		...getMatcherUtils(),
		diff,
		stringify,
		iterableEquality,
		subsetEquality
	};
	let task = util.flag(assertion, "vitest-test");
	const currentTestName = task?.fullTestName ?? "";
	if (task?.type !== "test") task = void 0;
	const matcherState = {
		...getState(expect),
		currentTestName,
		customTesters: getCustomEqualityTesters(),
		isNot,
		utils: jestUtils,
		promise,
		equals,
		suppressedErrors: [],
		soft: util.flag(assertion, "soft"),
		poll: util.flag(assertion, "poll"),
		assertion
	};
	Object.assign(matcherState, { task });
	return {
		state: matcherState,
		isNot,
		obj,
		customMessage
	};
}
var JestExtendError = class extends Error {
	constructor(message, actual, expected, __vitest_error_context__) {
		super(message);
		this.actual = actual;
		this.expected = expected;
		this.__vitest_error_context__ = __vitest_error_context__;
	}
};
function JestExtendPlugin(c, expect, matchers) {
	return (_, utils) => {
		Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => {
			function __VITEST_EXTEND_ASSERTION__(...args) {
				const { state, isNot, obj, customMessage } = getMatcherState(this, expect);
				const result = expectAssertion.call(state, obj, ...args);
				if (result && typeof result === "object" && typeof result.then === "function") return result.then(({ pass, message, actual, expected, meta }) => {
					if (pass && isNot || !pass && !isNot) throw new JestExtendError((customMessage ? `${customMessage}: ` : "") + message(), actual, expected, {
						assertionName: expectAssertionName,
						meta
					});
				});
				const { pass, message, actual, expected, meta } = result;
				if (pass && isNot || !pass && !isNot) throw new JestExtendError((customMessage ? `${customMessage}: ` : "") + message(), actual, expected, {
					assertionName: expectAssertionName,
					meta
				});
			}
			const softWrapper = wrapAssertion(utils, expectAssertionName, __VITEST_EXTEND_ASSERTION__);
			utils.addMethod(globalThis[JEST_MATCHERS_OBJECT].matchers, expectAssertionName, softWrapper);
			utils.addMethod(c.Assertion.prototype, expectAssertionName, softWrapper);
			if (expectAssertion.__vitest_poll_takeover__) {
				const addedMethod = c.Assertion.prototype[expectAssertionName];
				Object.defineProperty(addedMethod, "__vitest_poll_takeover__", { value: true });
			}
			class CustomMatcher extends AsymmetricMatcher {
				constructor(inverse = false, ...sample) {
					super(sample, inverse);
				}
				asymmetricMatch(other) {
					const { pass } = expectAssertion.call(this.getMatcherContext(expect), other, ...this.sample);
					return this.inverse ? !pass : pass;
				}
				toString() {
					return `${this.inverse ? "not." : ""}${expectAssertionName}`;
				}
				getExpectedType() {
					return "any";
				}
				toAsymmetricMatcher() {
					return `${this.toString()}<${this.sample.map((item) => stringify(item)).join(", ")}>`;
				}
			}
			const customMatcher = (...sample) => new CustomMatcher(false, ...sample);
			Object.defineProperty(expect, expectAssertionName, {
				configurable: true,
				enumerable: true,
				value: customMatcher,
				writable: true
			});
			Object.defineProperty(expect.not, expectAssertionName, {
				configurable: true,
				enumerable: true,
				value: (...sample) => new CustomMatcher(true, ...sample),
				writable: true
			});
			Object.defineProperty(globalThis[ASYMMETRIC_MATCHERS_OBJECT], expectAssertionName, {
				configurable: true,
				enumerable: true,
				value: customMatcher,
				writable: true
			});
		});
	};
}
const JestExtend = (chai, utils) => {
	utils.addMethod(chai.expect, "extend", (expect, expects) => {
		use(JestExtendPlugin(chai, expect, expects));
	});
};
// ../../../tmp/shim.mjs
use$1(JestExtend);
use$1(JestChaiExpect);
use$1(JestAsymmetricMatchers);
const expect = (v, m) => expect$1(v, m);
Object.assign(expect, expect$1);
expect.extend = () => {};
globalThis[Symbol.for("expect-global")] = expect;
globalThis.__tests = [];
const test = (n, f) => __tests.push([n, f]);
test.each = (rows) => (n, f) => rows.forEach((r) => test(n + " " + JSON.stringify(r).slice(0, 40), () => f(...Array.isArray(r) ? r : [r])));
const describe$1 = (n, f) => f();
describe$1.each = (rows) => (n, f) => rows.forEach((r) => f(...Array.isArray(r) ? r : [r]));
// src/memory/trust/markup.ts
const attribute = String.raw`(?:\s+|\s*\/\s*)[\p{L}_:@][\p{L}\p{N}_:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?`;
new RegExp(`^(?:${attribute}){0,8}\\s*/?>`, "u");
new Set("string number boolean bool char int long short byte float double void any unknown never object null undefined bigint symbol str usize isize i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t wchar_t auto decimal dynamic rune error extends super keyof typeof infer const mut dyn impl readonly unsigned signed out in is true false this self".split(" "));
({
	...charactersAs("<", "〈〈⟨⧼ᐸ˂❮❰❬《⟪"),
	...charactersAs(">", "〉〉⟩⧽ᐳ˃❯❱❭》⟫"),
	...charactersAs("/", "∕⁄⧸╱"),
	...charactersAs("|", "│∣❘￨ǀ┃"),
	...charactersAs(":", "∶ː꞉։׃˸"),
	...charactersAs("[", "【〔⁅"),
	...charactersAs("]", "】〕⁆"),
	...Object.fromEntries([..."аеорсхуіјѕԁһАВЕНІЈКМОРЅТХΑΒΕΗΙΚΜΝΟΡΤΧαορν"].map((letter, place) => [letter, [..."aeopcxyijsdhABEHIJKMOPSTXABEHIKMNOPTXaopv"][place]]))
});
function charactersAs(sign, characters) {
	return Object.fromEntries([...characters].map((each) => [each, sign]));
}
// src/memory/trust/inert-text.ts
/** Needed by scripts and emoji: joiners, variation selectors, fillers. */
const joining = String.raw`\u200c|\u200d|[\ufe00-\ufe0f]|\u3164|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180e]`;
new RegExp([
	String.raw`(?![\n\t\r\v\f\u0085])\p{Cc}`,
	`(?!${joining})\\p{Default_Ignorable_Code_Point}`,
	String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]`,
	`(?<=[!-~])(?!\\ufe0f)(?:${joining})`
].join("|"), "gu");
const roles = "(?:human|user|assistant|system|developer|tool|function|ai|bot|model|agent|claude|chatgpt|gpt|gemini|copilot|operator|admin|administrator|instructions?|prompt)";
const aboutRole = "(?:[ \\t_-](?:message|prompt|instructions?|note|reminder|turn|input|output|results?|response|call))?";
/** The beginning of a line: of the text, after a line break, after the sign for one in an injection, after its label. */
const lineStart = "(?:^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029]|\\s/\\s|\\]\\s)[ \\t>*_\"'`~-]{0,20}";
new RegExp(`(?<before>${lineStart})(?<role>${roles}${aboutRole})[ \\t*_"'\`]{0,10}:`, "giu");
new RegExp(`(?<before>${lineStart})(?<signs>#{1,6})[ \\t*_]{0,10}(?:${roles}|response|input|output)(?![\\p{L}\\p{N}])`, "giu");
new RegExp(`(?:(?<![\\p{L}\\p{N}_$)\\]])\\[[ \\t]{0,5}|\\[[ \\t]{0,5}/[ \\t]{0,5})(?:inst|sys|available_tools|tool_\\w{1,20}|${roles}${aboutRole})[ \\t]{0,5}\\]`, "giu");
// src/memory/hooks/injected.ts
/** The tag around text that hooks inject, so that agents recognise it and capture drops it. */
const name = "world-weaver";
const block = /<world-weaver\b[^>]{0,200}>[\s\S]*?(?:<\/world-weaver>|$)/giu;
const stripInjections = (text) => text.includes(`<${name}`) ? text.replace(block, " ") : text;
/** What stands in such blocks. */
const injectedTexts = (text) => text.includes(`<${name}`) ? Array.from(text.matchAll(block), ([each]) => each.replace(/<[^>]{0,200}>/g, "")) : [];
// src/memory/hooks/session/message-text.ts
/**
* Text that the client adds to a message: reminders, output of its own commands, and what our hooks injected, which is
* stored already.
*/
const injected = /<(system-reminder|world-weaver|local-command-[a-z]+|command-name|command-message|bash-(?:stdout|stderr|input)|ide_[a-z_]+|user-prompt-submit-hook|task-notification|environment_context|user_instructions|INSTRUCTIONS|permissions instructions|collaboration_mode|turn_aborted|user_shell_command|skill)(?=[\s>])[^>]{0,200}>[\s\S]*?(?:<\/\1>|$)/gi;
/** The arguments that the user typed after a command are kept. */
const argumentTags = /<\/?command-args>/g;
/** Messages without content of the user or the agent. */
const emptyMessage = /^(?:\[Request interrupted by user[^\]]*\]|\(no content\)|No response requested\.?|Warmup|Caveat: The messages below were generated by the user[\s\S]*|This session is being continued from a previous conversation[\s\S]*|# AGENTS\.md instructions for [\s\S]*)$/;
/** The message without injected text; undefined when nothing is left. Unchanged when nothing was injected. */
function messageText(text) {
	const rest = text.includes("<") ? text.replace(injected, "").replace(argumentTags, "") : text;
	const trimmed = rest.trim();
	if (trimmed === "" || emptyMessage.test(trimmed)) return void 0;
	return rest.length === text.length ? text : trimmed;
}
// src/memory/hooks/session/session-event.ts
const maxOutputLength = 4e3;
/** The limit for a message; a longer one contains pasted text. */
const maxTextLength = 2e4;
// src/memory/slices.ts
function runWhole(work) {
	for (;;) {
		const { value, done } = work.next();
		if (done === true) return value;
	}
}
// src/memory/secrets/keyword-scan.ts
/** The low bits of a character: the same for an upper and a lower case letter, in Latin, Greek and Cyrillic. */
const bits = 5;
const lowBits = 31;
const anyLowBits = Array.from({ length: 32 }, (_, low) => low);
const threeCharacters = 32767;
/** Typed arrays are read several times as fast as strings. One is enough: a scan is synchronous. */
const window = Buffer.alloc(65536);
/**
* Finds all keywords in one pass. One look-up tells whether a keyword may begin three characters before: the low bits of
* three characters choose a number, in which the fourth has a bit. A search per keyword, or one regular expression of all,
* takes ten times as long (`npm run bench:import`).
*/
function createKeywordScan(words) {
	const fourthsOf = /* @__PURE__ */ new Int32Array(32768);
	/** By the low bits of four characters. */
	const entriesOf = /* @__PURE__ */ new Map();
	for (const [word, { text, ignoresCase }] of words.entries()) for (const form of ignoresCase ? casesOf(text) : [text]) {
		const codes = Uint16Array.from({ length: form.length }, (_, place) => form.charCodeAt(place));
		const key = codes.subarray(0, 3).reduce((hash, code) => hash << bits | code & lowBits, 0);
		for (const fourth of codes.length === 3 ? anyLowBits : [codes[3] & lowBits]) {
			fourthsOf[key] |= 1 << fourth;
			const all = key << bits | fourth;
			entriesOf.set(all, [...entriesOf.get(all) ?? [], {
				word,
				codes,
				ignoresCase
			}]);
		}
	}
	return (text, from, to, onFound) => {
		let hash = 0;
		for (let first = Math.max(0, from - 3); first < to; first += window.length) {
			const length = window.write(text.slice(first, Math.min(to, first + window.length)), "latin1");
			const reportsFrom = from - first;
			for (let at = 0; at < length; at++) {
				const low = window[at] & lowBits;
				if ((fourthsOf[hash] >>> low & 1) === 1 && at >= reportsFrom) report(text, first + at - 3, entriesOf.get(hash << bits | low), onFound);
				hash = (hash << bits | low) & threeCharacters;
			}
		}
	};
}
function report(text, at, entries = [], onFound) {
	for (const entry of entries) if (standsAt(text, at, entry)) onFound(entry.word, at);
}
function standsAt(text, at, { codes, ignoresCase }) {
	if (at < 0 || at + codes.length > text.length) return false;
	for (let place = 0; place < codes.length; place++) {
		const code = text.charCodeAt(at + place);
		if ((ignoresCase && code >= 65 && code <= 90 ? code + 32 : code) !== codes[place]) return false;
	}
	return true;
}
/** ASCII letters are compared in lower case; other letters in the cases that people write. */
function casesOf(text) {
	const lower = text.toLowerCase();
	const forms = [
		lower,
		lower.charAt(0).toUpperCase() + lower.slice(1),
		lower.toUpperCase()
	].filter((form) => form.length === text.length);
	return [...new Set(forms.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}
// src/memory/secrets/placeholder.ts
/** Words that people write in place of a secret. */
const placeholderWords = /^(?:(?:my|your|the|a|some|new|old|test|dummy|fake|db|user|default)[ _-]?)*(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|api[ _-]?key|credentials?|changeme|change[ _-]me|todo|redacted|masked|hidden|removed|none|null|undefined|true|false|string|str|text|value|placeholder|example|optional|required|unset|empty|foo|bar|baz|abc|123456?)(?:[ _-]?(?:here|value|goes|123|1|2))*$/i;
const placeholderParts = /example|x{4,}|\*{3,}|\.{3}|…|placeholder|changeme|your[ _-]|[ _-]here$|redacted|replace[ _-]?me|\[masked/i;
/** "your-api-key", "xxxxxxxx", "AKIAIOSFODNN7EXAMPLE", "<token>", "${TOKEN}": text in place of a secret. */
function isPlaceholder(text) {
	return placeholderParts.test(text) || placeholderWords.test(text) || isReference(text) || isMonotonous(text);
}
/** A variable or expression that refers to the secret. */
const isReference = (text) => /^[$%{<@#]|\$\{|\{\{|^process\.env|^os\.environ|^env[.[]/.test(text);
/** "0000000000", "ghp_aaaaaaaaaaaa": a random secret does not consist of one character. */
function isMonotonous(text) {
	const counts = /* @__PURE__ */ new Map();
	for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
	return text.length >= 12 && Math.max(...counts.values()) > text.length * .6;
}
// src/memory/secrets/looks-random.ts
/** Shannon (1948), bits per character: H = −Σ p·log₂ p, over the characters of the text itself. */
function entropyOf(text) {
	const counts = /* @__PURE__ */ new Map();
	for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
	let bits = 0;
	for (const count of counts.values()) bits -= count / text.length * Math.log2(count / text.length);
	return bits;
}
const uuid$1 = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** `form.password`, `settings.auth.token`: code that refers to the secret. */
const memberAccess = /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+$/i;
const pathOrAddress = /^(?:[a-z]:[\\/]|\.{0,2}\/|~\/|https?:|file:|[\w.-]+\.(?:ts|js|tsx|jsx|py|go|rs|json|ya?ml|md|txt|env|sh|toml)\b)/i;
/** A generated key: long, of letters and digits, and not a name, path, id or code. */
function looksRandom(text) {
	if (text.length < 16 || isPlaceholder(text) || uuid$1.test(text)) return false;
	if (pathOrAddress.test(text) || memberAccess.test(text)) return false;
	if (text.replace(/\D/g, "").length < 2 || !/[A-Za-z]/.test(text)) return false;
	return text.split(/[^A-Za-z0-9+/]/).some((run) => run.length >= 12 && /\d/.test(run)) && entropyOf(text) >= 3;
}
/** "8-stellig", "AES-256", "v2.1": terms that have a digit. */
const technicalTerm = /^(?:\d{1,3}[-‑]?[a-z]{1,2}|\d{1,4}-[a-z]+(?:-[a-z]+)*|v?\d+\.\d\S*|(?:sha|md|aes|rsa|utf|base|argon|pbkdf|oauth|http|ipv|ed|ecdsa|x|web|log|auth|totp|fido|mfa|k)-?\d{1,4}(?:[-_]?[a-z]{1,6}){0,2})$/i;
/** A password that a person chose: letters with digits or signs, and not a name, path or code. */
function looksLikePassword(text) {
	if (isPlaceholder(text) || pathOrAddress.test(text) || memberAccess.test(text) || uuid$1.test(text)) return false;
	if (/[()[\]{}<>\\|]/.test(text) || technicalTerm.test(text)) return false;
	const hasSign = /[!@#$%^&*~+=?]/.test(text);
	return /[A-Za-z]/.test(text) && (/\d/.test(text) || hasSign);
}
/** A password where the name in front of it is far or short: mixed in a way that words are not. */
function looksChosen(text) {
	if (!looksLikePassword(text) || !/\d/.test(text) || text.split("-").length > 3) return false;
	const kinds = [
		/[a-z]/,
		/[A-Z]/,
		/\d/,
		/[!@#$%^&*~+=?]/
	].filter((kind) => kind.test(text)).length;
	return kinds >= 3 || kinds === 2 && /\d[a-z]+\d|[a-z]\d+[a-z]/i.test(text) && !/[-_./:]/.test(text);
}
// src/memory/secrets/assignment.ts
/** What stands between a name and its value. Pieces of regular expressions; none of them goes over the end of a line. */
/** `NAME=value`, `"name": "value"`, `name => 'value'`, "the name is value", also inside an escaped string. */
const assigned = String.raw`\\?["'\x60]?\)?[ \t]{0,4}(?:=>|:=|=(?!=)|[:：＝]|(?<=[ \t])is[ \t]+(?:now[ \t]+)?)[ \t]{0,4}`;
const quote = String.raw`(?:\\?["'\x60]|b["'])`;
/** The quotation marks of prose as well. */
const openingQuote = String.raw`(?:\\?["'\x60]|[“”„«»‘‚「『])`;
/**
* As in the sentences of other languages: "Passwort lautet …", "パスワードは「…」", "пароль — …". Letters that end an
* inflected word may come before it.
*/
const assignedInProse = String.raw`[^\s:=,;.!?"'()<>{}[\]／/\\|]{0,5}["'”»」』]?[ \t\u00a0]{0,4}(?:=>|:=|=(?!=)|[:：＝]|[は是为為은는]|(?<=[ \t\u00a0])(?:is|ist|lautet|est|es|è|é|är|er|on|este|adalah|yra|jest|to|je|είναι|это|є|е|је|है|हो|هي|هو|—|–)[ \t]+)[ \t\u00a0\u3000]{0,4}`;
// src/memory/secrets/rule.ts
/** The formats of a provider, all from one source. */
const provider = (name, source, noted, ...formats) => formats.map((format) => ({
	...format,
	provider: name,
	source,
	noted
}));
/**
* Not inside a longer word or base64. A line end written as `\n`, a percent-encoded character and a terminal colour end
* in letters but are not words.
*/
const wordStart = String.raw`(?<=^|[^A-Za-z0-9+/]|(?<![A-Za-z0-9+/]{8})[+/]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{1,8}m)`;
/** A token with an unmistakable prefix; `body` is a regular expression. */
function token(kind, prefixes, body, accepts) {
	const keywords = typeof prefixes === "string" ? [prefixes] : prefixes;
	return rule(kind, keywords, `(?:${keywords.map(escaped).join("|")})${body}`, accepts);
}
/** A token whose prefix may also occur inside other words. */
function wordToken(kind, prefixes, body, accepts) {
	const keywords = typeof prefixes === "string" ? [prefixes] : prefixes;
	return rule(kind, keywords, `${wordStart}(?:${keywords.map(escaped).join("|")})${body}(?![A-Za-z0-9])`, accepts);
}
function rule(kind, keywords, pattern, accepts = isNotPlaceholder) {
	return {
		kind,
		keywords,
		ignoresCase: false,
		pattern: new RegExp(pattern, "y"),
		accepts
	};
}
/** A rule whose keywords match in any case. */
function caseInsensitiveRule(kind, keywords, pattern, accepts = isNotPlaceholder) {
	return {
		kind,
		keywords,
		ignoresCase: true,
		pattern: new RegExp(pattern, "iy"),
		accepts
	};
}
/** What a name contains when its value is secret. */
const secretWord = "(?:key|token|secret|passw(?:or)?d|pwd|auth|credential|license|signature|dsn|jwt|bearer|(?<![a-z])pat(?![a-z]))";
/**
* A value without an unmistakable form, recognised by the provider in its name: `DATADOG_API_KEY=…`, "our Datadog key is
* …". In the name another word says that it is secret.
*/
function named(kind, names, body) {
	const keywords = typeof names === "string" ? [names] : names;
	return caseInsensitiveRule(kind, keywords, `(?<head>${`(?:${keywords.map(escaped).join("|")})[\\w. -]{0,24}?${secretWord}[\\w.-]{0,16}`}${assigned}${quote}?)(?:${body})(?![\\w-])`, hasDigit);
}
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** Each of these characters after the prefix, for prefixes too short to look for. */
const followedBy = (prefix, characters) => [...characters].map((each) => prefix + each);
const isNotPlaceholder = (secret) => !isPlaceholder(secret);
const hasDigit = (secret) => /\d/.test(secret) && !isPlaceholder(secret);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
// src/memory/secrets/rules/sources.ts
/**
* Public lists of formats with which ours were compared, each at the commit of its date. Formats are taken from them, not
* their expressions, which are for engines that do not backtrack. Both are under MIT or Apache-2.0.
*/
const gitleaks = ["https://github.com/gitleaks/gitleaks/blob/b58d3f10/config/gitleaks.toml", "2026-07-22"];
const kingfisher = ["https://github.com/mongodb/kingfisher/tree/ee7c0db/data/rules", "2025-06-20"];
/** The month of formats whose source is the provider's own page on its keys, which seldom says how long they are. */
const noted = "2026-11";
// src/memory/secrets/rules/addresses.ts
const databases = "postgres|postgresql|mysql|mariadb|mongodb|mongodb\\+srv|redis|rediss|amqp|amqps|mssql|sqlserver|clickhouse|cockroachdb|couchbase|nats|kafka|ldaps?";
const userInfo = String.raw`(?<head>:\/\/(?<user>[^\s:@/?#"'<>\x60]{0,100}):)(?!\d{1,5}(?:[/"'\s]|$))(?!\k<user>@)[^\s/?#"'<>\x60]{2,200}(?=@[\w[$])`;
/** Passwords in addresses and connection strings. */
const addressRules = [
	provider("Databases", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1", noted, rule("database-password", ["://"], `(?<=(?:^|[^A-Za-z])(?:${databases}))${userInfo}`)),
	provider("Mail servers", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1", noted, rule("mail-password", ["://"], `(?<=(?:^|[^A-Za-z])(?:smtps?|imaps?|pop3s?))${userInfo}`)),
	provider("File transfer", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1", noted, rule("ftp-password", ["://"], `(?<=(?:^|[^A-Za-z])(?:ftps?|sftp|ssh|smb|webdavs?|davs?|rsync))${userInfo}`)),
	provider("Proxies", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1", noted, rule("proxy-password", ["://"], `(?<=(?:^|[^A-Za-z])(?:socks[45]?[ah]?|ss|vless|trojan))${userInfo}`)),
	provider("Any address", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1", noted, rule("url-password", ["://"], userInfo)),
	provider("Any address", "https://git-scm.com/docs/gitcredentials", noted, rule("url-token", ["://"], String.raw`(?<head>:\/\/)[\w.~-]{20,200}(?=@(?!o\d+\.ingest|sentry)[\w.-]+)`, looksRandom)),
	provider("Oracle Database", "https://docs.oracle.com/en/database/oracle/oracle-database/23/jjdbc/data-sources-and-URLs.html", noted, rule("oracle-password", ["jdbc:oracle:"], String.raw`(?<head>jdbc:oracle:(?:thin|oci):[\w$#]{1,64}/)[^\s@"']{2,100}(?=@)`), rule("oracle-password", [
		"sqlplus ",
		"sqlldr ",
		"expdp ",
		"impdp ",
		"rman target "
	], String.raw`(?<head>(?:sqlplus|sqlldr|expdp|impdp|rman target)[ \t]+(?:-[sl][ \t]+)?[\w$#]{1,64}/)[^\s@"'/]{3,100}(?=@)`)),
	provider("PostgreSQL .pgpass", "https://www.postgresql.org/docs/current/libpq-pgpass.html", noted, rule("pgpass", [
		":5432:",
		":5433:",
		":6432:"
	], String.raw`(?<=^[\w.*-]{1,100}|\n[\w.*-]{1,100}|[ "'\x60][\w.*-]{1,100})(?<head>:(?:5432|5433|6432):[\w*.-]{1,64}:[\w*.@-]{1,64}:)[^\s:"'\x60]{3,200}`, (secret) => !isPlaceholder(secret))),
	provider("Wi-Fi", "https://github.com/zxing/zxing/wiki/Barcode-Contents", noted, rule("wifi-password", ["WIFI:"], String.raw`(?<head>WIFI:(?:[STH]:[^;\n]{0,64};){0,4}P:)[^;\n]{5,64}(?=;)`), rule("wifi-password", ["psk="], String.raw`(?<![\w-])(?<head>psk=")[^"\n]{8,63}(?=")`))
].flat();
// src/memory/secrets/rules/ai.ts
/** Keys for language models, speech, vectors and the tools around them. */
const aiRules = [
	provider("Anthropic", "https://platform.claude.com/docs/en/api/overview", noted, token("anthropic-key", "sk-ant-", "[\\w-]{24,}")),
	provider("OpenAI", "https://platform.openai.com/docs/api-reference/authentication", noted, token("openai-key", [
		"sk-proj-",
		"sk-svcacct-",
		"sk-admin-",
		"sk-None-"
	], "[\\w-]{24,}")),
	provider("OpenRouter", "https://openrouter.ai/docs/api-reference/authentication", noted, token("openrouter-key", "sk-or-", "[\\w-]{32,}")),
	provider("Langfuse", "https://langfuse.com/docs/api", noted, wordToken("langfuse-key", "sk-lf-", uuid)),
	provider("OpenAI", "https://platform.openai.com/docs/api-reference/authentication", noted, wordToken("openai-key", "sk-", "[A-Za-z0-9]{32,}")),
	provider("Hugging Face", "https://huggingface.co/docs/hub/security-tokens", noted, wordToken("huggingface-token", ["hf_", "api_org_"], "[A-Za-z0-9]{30,}")),
	provider("Groq", "https://console.groq.com/docs/quickstart", noted, wordToken("groq-key", "gsk_", "[A-Za-z0-9]{40,}")),
	provider("Perplexity", "https://docs.perplexity.ai", noted, token("perplexity-key", "pplx-", "[A-Za-z0-9]{40,}")),
	provider("xAI", "https://docs.x.ai", noted, wordToken("xai-key", "xai-", "[A-Za-z0-9_]{60,}")),
	provider("Replicate", "https://replicate.com/docs/topics/security/api-tokens", noted, wordToken("replicate-token", "r8_", "[A-Za-z0-9]{36,}")),
	provider("LangSmith", "https://docs.langchain.com/langsmith", noted, token("langsmith-key", ["lsv2_pt_", "lsv2_sk_"], "[\\w-]{32,}")),
	provider("NVIDIA", ...kingfisher, wordToken("nvidia-key", "nvapi-", "[\\w-]{60,80}")),
	provider("Cerebras", "https://inference-docs.cerebras.ai/quickstart", noted, wordToken("cerebras-key", "csk-", "[a-z0-9]{40,60}")),
	provider("Together AI", "https://docs.together.ai/docs/quickstart", noted, wordToken("together-key", "tgp_v1_", "[\\w-]{40,60}")),
	provider("Fireworks AI", "https://docs.fireworks.ai/getting-started/quickstart", noted, wordToken("fireworks-key", ["fw_", "fpk_"], "[A-Za-z0-9]{22,40}", looksRandom)),
	provider("Voyage AI", "https://docs.voyageai.com/docs/api-key-and-installation", noted, wordToken("voyage-key", "pa-", "[\\w-]{43}", looksRandom)),
	provider("Pinecone", "https://docs.pinecone.io/guides/projects/manage-api-keys", noted, wordToken("pinecone-key", "pcsk_", "[A-Za-z0-9]{5,6}_[A-Za-z0-9]{40,70}")),
	provider("Tavily", "https://docs.tavily.com/documentation/quickstart", noted, wordToken("tavily-key", "tvly-", "(?:dev-|prod-)?[A-Za-z0-9]{20,60}")),
	provider("Firecrawl", "https://docs.firecrawl.dev/introduction", noted, wordToken("firecrawl-key", "fc-", "[0-9a-f]{32}")),
	provider("E2B", "https://e2b.dev/docs/api-key", noted, wordToken("e2b-key", "e2b_", "[0-9a-f]{40}")),
	provider("Jina AI", "https://jina.ai/reader", noted, wordToken("jina-key", "jina_", "[A-Za-z0-9_-]{40,80}")),
	provider("ElevenLabs", ...kingfisher, wordToken("elevenlabs-key", "sk_", "[0-9a-f]{48}")),
	provider("LlamaCloud", "https://docs.cloud.llamaindex.ai/api_key", noted, wordToken("llamacloud-key", "llx-", "[A-Za-z0-9]{40,60}")),
	provider("Deepgram", ...kingfisher, named("deepgram-key", "deepgram", "[0-9a-f]{40}")),
	provider("AssemblyAI", ...kingfisher, named("assemblyai-key", [
		"assemblyai",
		"assembly ai",
		"aai_"
	], "[0-9a-f]{32}")),
	provider("Cohere", ...gitleaks, named("cohere-key", "cohere", "[A-Za-z0-9]{40}")),
	provider("Mistral", "https://docs.mistral.ai/getting-started/quickstart", noted, named("mistral-key", "mistral", "[A-Za-z0-9]{32}")),
	provider("Weights & Biases", ...kingfisher, wordToken("wandb-key", "wandb_v1_", "[\\w-]{40,100}"), named("wandb-key", "wandb", "[0-9a-f]{40}")),
	provider("Clarifai", ...kingfisher, named("clarifai-key", "clarifai", "[0-9a-f]{32}")),
	provider("Apify", "https://docs.apify.com/platform/integrations/api", noted, wordToken("apify-token", "apify_api_", "[A-Za-z0-9]{34,40}"))
].flat();
// src/memory/secrets/rules/business.ts
/** Keys of office, support, sign-in, content and map services. */
const businessRules = [
	provider("Notion", "https://developers.notion.com/docs/authorization", noted, wordToken("notion-token", ["ntn_", "secret_"], "[A-Za-z0-9]{43,}")),
	provider("Airtable", "https://airtable.com/developers/web/guides/personal-access-tokens", noted, wordToken("airtable-token", "pat", "[A-Za-z0-9]{14}\\.[0-9a-f]{64}")),
	provider("Linear", "https://linear.app/developers/graphql", noted, token("linear-key", [
		"lin_api_",
		"lin_oauth_",
		"lin_wh_"
	], "[A-Za-z0-9]{32,}")),
	provider("Asana", "https://developers.asana.com/docs/personal-access-token", noted, rule("asana-token", [
		"0/1",
		"1/1",
		"2/1"
	], "(?<![\\w/.-])[012]/1\\d{12,16}(?:/1\\d{12,16})?:[0-9a-f]{32}(?![0-9a-f])"), named("asana-secret", "asana", "[0-9a-f]{32}")),
	provider("Trello", "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization", noted, wordToken("trello-token", "ATTA", "[0-9a-f]{64}[0-9A-F]{0,8}"), named("trello-key", "trello", "[0-9a-f]{32}|[0-9a-f]{64}")),
	provider("ClickUp", ...kingfisher, rule("clickup-token", ["pk_"], "(?<![\\w-])pk_\\d{6,10}_[0-9A-Z]{32}(?!\\w)")),
	provider("Todoist", ...kingfisher, named("todoist-token", "todoist", "[0-9a-f]{40}")),
	provider("monday.com", "https://developer.monday.com/api-reference/docs/authentication", noted, named("monday-key", "monday", "[A-Za-z0-9._-]{40,400}")),
	provider("Typeform", ...gitleaks, wordToken("typeform-token", "tfp_", "[\\w.=-]{40,70}")),
	provider("Jotform", ...kingfisher, named("jotform-key", "jotform", "[0-9a-f]{32}")),
	provider("Miro", ...kingfisher, named("miro-token", "miro", "[A-Za-z0-9_-]{27}")),
	provider("HubSpot", "https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication", noted, wordToken("hubspot-token", [
		"pat-na1-",
		"pat-na2-",
		"pat-eu1-",
		"pat-ap1-"
	], uuid), named("hubspot-key", ["hubspot", "hapikey"], uuid)),
	provider("Salesforce", ...kingfisher, rule("salesforce-token", ["00D"], "(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}")),
	provider("Intercom", "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication", noted, wordToken("intercom-token", "dG9rOm", "[A-Za-z0-9+/]{30,80}={0,2}")),
	provider("Zendesk", ...gitleaks, named("zendesk-token", "zendesk", "[A-Za-z0-9]{40}")),
	provider("Freshworks, FreshBooks", ...gitleaks, named("freshworks-key", [
		"freshdesk",
		"freshbooks",
		"freshservice"
	], "[A-Za-z0-9]{20}|[a-z0-9]{64}")),
	provider("Zoho", ...kingfisher, rule("zoho-token", ["1000."], "(?<![\\w.])1000\\.[0-9a-f]{32}\\.[0-9a-f]{32}")),
	provider("Pipedrive", ...kingfisher, named("pipedrive-token", "pipedrive", "[0-9a-f]{40}")),
	provider("Okta", ...gitleaks, named("okta-token", "okta", "00[\\w-]{40}"), rule("okta-token", ["SSWS "], "(?<head>SSWS )00[\\w-]{40}")),
	provider("Auth0", ...kingfisher, named("auth0-secret", "auth0", "[\\w-]{64}")),
	provider("JumpCloud", ...kingfisher, wordToken("jumpcloud-key", "jca_", "[A-Za-z0-9]{36}"), named("jumpcloud-key", "jumpcloud", "[0-9a-f]{40}")),
	provider("Authress", ...gitleaks, wordToken("authress-key", ["authress_", "scauth_"], "[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[\\w+/=-]{30,120}")),
	provider("Dropbox", ...gitleaks, wordToken("dropbox-token", ["sl.u.", "sl."], "[\\w=-]{130,}")),
	provider("Box", ...kingfisher, named("box-secret", ["box_", "boxsdk"], "[A-Za-z0-9]{32}")),
	provider("Contentful", ...gitleaks, wordToken("contentful-token", "CFPAT-", "[\\w-]{43}"), named("contentful-token", "contentful", "[\\w=-]{43}")),
	provider("Sanity", "https://www.sanity.io/docs/content-lake/http-auth", noted, named("sanity-token", "sanity", "sk[A-Za-z0-9]{80,200}")),
	provider("Storyblok", ...kingfisher, named("storyblok-token", "storyblok", "[A-Za-z0-9]{22}tt")),
	provider("Webflow", ...kingfisher, named("webflow-token", "webflow", "[0-9a-f]{64}")),
	provider("Squarespace", ...gitleaks, named("squarespace-key", "squarespace", uuid)),
	provider("Cloudinary", "https://cloudinary.com/documentation/cloudinary_credentials_tutorial", noted, rule("cloudinary-secret", ["cloudinary://"], "(?<head>cloudinary://\\d{10,20}:)[\\w-]{20,40}(?=@)"), named("cloudinary-secret", "cloudinary", "[\\w-]{27}")),
	provider("Frame.io", ...gitleaks, wordToken("frameio-token", "fio-u-", "[\\w=-]{64}")),
	provider("Mapbox", "https://docs.mapbox.com/help/dive-deeper/access-tokens", noted, wordToken("mapbox-token", "sk.eyJ", "[\\w-]{20,}\\.[\\w-]{20,}")),
	provider("MaxMind", ...gitleaks, rule("maxmind-key", ["_mmk"], "(?<=(?<![A-Za-z0-9_])(?<lead>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?![A-Za-z0-9_])")),
	provider("OpenWeather", ...kingfisher, named("openweather-key", ["openweather", "owm_"], "[0-9a-f]{32}")),
	provider("RapidAPI", ...gitleaks, named("rapidapi-key", ["rapidapi", "x-rapidapi"], "[\\w-]{50}")),
	provider("Spotify", ...kingfisher, named("spotify-secret", "spotify", "[0-9a-f]{32}")),
	provider("Flickr", ...gitleaks, named("flickr-secret", "flickr", "[0-9a-f]{16}|[0-9a-f]{32}")),
	provider("Adobe", ...gitleaks, wordToken("adobe-secret", ["p8e-", "p8e_"], "[\\w-]{32}")),
	provider("Adafruit IO", ...gitleaks, wordToken("adafruit-key", "aio_", "[A-Za-z0-9]{28}", looksRandom)),
	provider("Particle", ...kingfisher, named("particle-token", "particle", "[0-9a-f]{40}")),
	provider("Crowdin, Lokalise", ...kingfisher, named("crowdin-token", ["crowdin", "lokalise"], "[0-9a-f]{40}|[0-9a-zA-Z]{80}")),
	provider("Discourse", "https://meta.discourse.org/t/discourse-rest-api-documentation/22706", noted, named("discourse-key", "discourse", "[0-9a-f]{64}")),
	provider("WordPress", "https://developer.wordpress.org/advanced-administration/security/application-passwords", noted, named("wordpress-password", ["wordpress", "wp_app"], "[A-Za-z0-9]{4} [A-Za-z0-9]{4} [A-Za-z0-9]{4} [A-Za-z0-9]{4} [A-Za-z0-9]{4} [A-Za-z0-9]{4}")),
	provider("SettleMint", ...gitleaks, wordToken("settlemint-token", [
		"sm_aat_",
		"sm_pat_",
		"sm_sat_"
	], "[A-Za-z0-9]{16}"))
].flat();
// src/memory/secrets/rules/cloud.ts
const assignedOrSaid = `${assigned}${quote}?`;
const wordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~.-";
/** Keys of cloud providers, recognised by their format. */
const cloudRules = [
	provider("AWS", "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html", noted, wordToken("aws-access-key-id", [
		"AKIA",
		"ASIA",
		"ABIA",
		"ACCA"
	], "[A-Z2-7]{16}"), caseInsensitiveRule("aws-secret-access-key", [
		"aws_secret",
		"secret_access_key",
		"secretaccesskey",
		"aws_session_token",
		"aws secret"
	], `(?<head>(?:aws_secret_access_key|aws_secret_key|aws_secret|aws secret access key|aws secret key|secret_access_key|secretaccesskey|aws_session_token)(?:${assignedOrSaid}|[ \\t]+["']?))[A-Za-z0-9/+]{40,1200}={0,2}`, looksRandom), rule("aws-signature", ["X-Amz-Signature="], "(?<head>X-Amz-Signature=)[0-9a-f]{64}")),
	provider("Amazon Bedrock", ...gitleaks, wordToken("bedrock-key", ["ABSK", "bedrock-api-key-"], "[A-Za-z0-9+/]{60,300}={0,2}")),
	provider("Amazon MWS", "https://docs.developer.amazonservices.com", noted, wordToken("amazon-mws-token", "amzn.mws.", uuid)),
	provider("Login with Amazon", "https://developer.amazon.com/docs/login-with-amazon/security-profile.html", noted, wordToken("amazon-oauth-secret", "amzn1.oa2-cs.v1.", "[0-9a-f]{64}")),
	provider("Google", "https://cloud.google.com/docs/authentication/api-keys", noted, wordToken("google-api-key", "AIza", "[\\w-]{35}"), token("google-oauth-secret", "GOCSPX-", "[\\w-]{20,}"), wordToken("google-oauth-token", "ya29.", "[\\w-]{20,}"), wordToken("google-oauth-token", "1//0", "[\\w-]{30,}")),
	provider("Firebase Cloud Messaging", "https://firebase.google.com/docs/cloud-messaging", noted, rule("firebase-server-key", [":APA91b"], "(?<=(?<![\\w-])(?<lead>[\\w-]{7,30})):APA91b[\\w-]{100,160}")),
	provider("Google reCAPTCHA", ...kingfisher, named("recaptcha-secret", "recaptcha", "6l[c-f][\\w-]{37}")),
	provider("Azure", "https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string", noted, caseInsensitiveRule("azure-account-key", ["accountkey", "sharedaccesskey"], `(?<head>(?:AccountKey|SharedAccessKey)${assignedOrSaid})[A-Za-z0-9+/]{40,90}={0,2}`, looksRandom), rule("azure-sas", ["sig="], String.raw`(?<=[?&;\s"'])(?<head>sig=)(?:[A-Za-z0-9/+-]|_|%[0-9A-Fa-f]{2}){40,}={0,2}`), rule("azure-client-secret", followedBy("Q~", wordCharacters), String.raw`(?<=(?<![\w~.-])(?<lead>[\w~.-]{3}\d))Q~[\w~.-]{31,34}`), rule("azure-key", [
		"AzFu",
		"AzSe",
		"AzCa",
		"+ASt",
		"+AMC",
		"+ARm",
		"+AIoT",
		"APIM",
		"ACDb",
		"+AEh",
		"+ASb"
	], String.raw`(?<=(?<![A-Za-z0-9+/])(?<lead>[A-Za-z0-9+/]{33,76}))(?:AzFu|AzSe|AzCa|\+ASt|\+AMC|\+ARm|\+AIoT|APIM|ACDb|\+AEh|\+ASb)[A-Za-z0-9+/]{4,8}={0,2}(?![A-Za-z0-9+/=])`)),
	provider("DigitalOcean", "https://docs.digitalocean.com/reference/api/create-personal-access-token", noted, token("digitalocean-token", [
		"dop_v1_",
		"doo_v1_",
		"dor_v1_"
	], "[0-9a-f]{64}")),
	provider("Cloudflare", "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats", noted, wordToken("cloudflare-token", [
		"cfk_",
		"cfut_",
		"cfat_"
	], "[A-Za-z0-9_-]{40,}"), rule("cloudflare-origin-key", ["v1.0-"], "v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,}"), caseInsensitiveRule("cloudflare-token", ["cloudflare", "cf_api"], String.raw`(?<head>(?:cloudflare|cf_api)[\w. -]{0,20}${assignedOrSaid})[\w-]{37,45}(?![\w-])`, looksRandom)),
	provider("Alibaba Cloud", ...gitleaks, wordToken("alibaba-access-key-id", "LTAI", "[A-Za-z0-9]{12,20}"), named("alibaba-secret", ["alibaba", "aliyun"], "[A-Za-z0-9]{30}")),
	provider("Tencent Cloud", "https://www.tencentcloud.com/document/product/598/32675", noted, wordToken("tencent-secret-id", "AKID", "[A-Za-z0-9]{32}"), named("tencent-secret", "tencent", "[A-Za-z0-9]{32}")),
	provider("Baidu Cloud", "https://cloud.baidu.com/doc/WENXINWORKSHOP", noted, wordToken("baidu-key", "bce-v3/", "ALTAK-[A-Za-z0-9]{21}/[0-9a-f]{40}")),
	provider("Yandex Cloud", ...gitleaks, wordToken("yandex-key", "AQVN", "[\\w-]{35,38}"), wordToken("yandex-token", ["y0_", "t1.9eu"], "[\\w.-]{50,200}"), named("yandex-key", "yandex", "YC[\\w-]{38}")),
	provider("IBM Cloud", ...kingfisher, named("ibm-key", [
		"ibm",
		"bluemix",
		"watson"
	], "[\\w-]{42,44}")),
	provider("Oracle Cloud", "https://docs.oracle.com/iaas/Content/API/Concepts/apisigningkey.htm", noted, named("oracle-secret", ["oci_", "oracle"], "[A-Za-z0-9+/]{43}=")),
	provider("Linode", "https://techdocs.akamai.com/linode-api/reference/get-started", noted, named("linode-token", "linode", "[0-9a-f]{64}")),
	provider("Akamai", "https://techdocs.akamai.com/developer/docs/edgegrid", noted, wordToken("akamai-token", "akab-", "[a-z0-9]{16}-[a-z0-9]{16}")),
	provider("Vultr", ...kingfisher, named("vultr-key", "vultr", "[A-Z0-9]{36}")),
	provider("Hetzner", "https://docs.hetzner.cloud/reference/cloud#authentication", noted, named("hetzner-token", ["hetzner", "hcloud"], "[A-Za-z0-9]{64}")),
	provider("Scaleway", "https://www.scaleway.com/en/docs/iam/how-to/create-api-keys", noted, wordToken("scaleway-access-key", "SCW", "[A-Z0-9]{17}", looksRandom), named("scaleway-secret", ["scaleway", "scw_"], uuid)),
	provider("OVHcloud", "https://help.ovhcloud.com/csm/en-api-getting-started", noted, named("ovh-secret", "ovh", "[0-9a-f]{32}")),
	provider("Fastly", ...gitleaks, named("fastly-token", "fastly", "[\\w-]{32}")),
	provider("Backblaze", "https://www.backblaze.com/docs/cloud-storage-application-keys", noted, wordToken("backblaze-key", [
		"K000",
		"K001",
		"K002",
		"K003",
		"K004",
		"K005"
	], "[A-Za-z0-9+/]{27}", looksRandom)),
	provider("Wasabi, MinIO and other S3 stores", "https://docs.wasabi.com", noted, named("s3-secret", [
		"wasabi",
		"minio",
		"s3_",
		"s3."
	], "[A-Za-z0-9/+]{40}"))
].flat();
// src/memory/secrets/rules/commands.ts
/** What stands between a command and its option, on one line and within one command. */
const arguments_ = "\\b[^\\n|;&]{0,160}?[ \\t]";
const value = String.raw`[^\s"'\x60|;&<>]{4,100}`;
const start = "(?<![\\w.-])";
const isSecret = (secret) => !isPlaceholder(secret);
/** `command … <option>value`; the keyword is the command. */
const option = (kind, commands, options, accepts = looksLikePassword) => rule(kind, commands, `${start}(?<head>(?:${commands.join("|")})[\\w-]{0,12}${arguments_}${options}["']?)${value}`, accepts);
/** Passwords on command lines. */
const commandRules = [
	provider("curl, wget", "https://curl.se/docs/manpage.html#-u", noted, rule("password", ["-u ", "--user "], String.raw`(?<=\b(?:curl|http|https|xh)\b[^\n]{0,200})(?<head>(?:-u|--user) ["']?[\w.@-]{1,64}:)[^\s"']{4,100}`, looksLikePassword)),
	provider("MySQL, MariaDB", "https://dev.mysql.com/doc/refman/8.4/en/command-line-options.html", noted, option("mysql-password", ["mysql", "mariadb"], "-p(?![ =])", isSecret)),
	provider("sshpass", "https://manpages.debian.org/sshpass", noted, option("ssh-password", ["sshpass"], "-p[ \\t]?", isSecret)),
	provider("Container registries", "https://docs.docker.com/reference/cli/docker/login", noted, option("registry-password", [
		"docker",
		"podman",
		"nerdctl",
		"buildah",
		"skopeo",
		"helm",
		"oras"
	], "(?<=login\\b[^\\n|;&]{0,160})-p[ =]")),
	provider("MongoDB", "https://www.mongodb.com/docs/mongodb-shell/reference/options", noted, option("mongodb-password", ["mongo"], "(?:-p|--password)[ =]")),
	provider("Redis", "https://redis.io/docs/latest/develop/tools/cli", noted, option("redis-password", ["redis-cli", "valkey-cli"], "(?:-a|--pass)[ =]", isSecret), rule("redis-password", ["requirepass ", "masterauth "], `(?<head>(?:requirepass|masterauth)[ \\t]+["']?)${value}`, looksLikePassword)),
	provider("SQL Server", "https://learn.microsoft.com/sql/tools/sqlcmd/sqlcmd-utility", noted, option("sqlserver-password", ["sqlcmd", "bcp "], "-P[ \\t]?")),
	provider("Cassandra", "https://cassandra.apache.org/doc/latest/cassandra/managing/tools/cqlsh.html", noted, option("cassandra-password", ["cqlsh"], "-p[ \\t]")),
	provider("LDAP", "https://www.openldap.org/software/man.cgi?query=ldapsearch", noted, option("ldap-password", [
		"ldapsearch",
		"ldapadd",
		"ldapmodify",
		"ldapwhoami",
		"ldapdelete"
	], "-w[ \\t]?")),
	provider("Samba", "https://www.samba.org/samba/docs/current/man-html/smbclient.1.html", noted, rule("smb-password", [
		"smbclient",
		"rpcclient",
		"mount.cifs",
		"mount -t cifs"
	], `${start}(?<head>(?:smbclient|rpcclient|mount\\.cifs|mount -t cifs)${arguments_}(?:-U[ \\t]?["']?[\\w\\\\.@/-]{1,64}%|-o[ \\t][^\\s]{0,100}?password=))[^\\s"',|;&]{4,100}`, looksLikePassword)),
	provider("MQTT", "https://mosquitto.org/man/mosquitto_pub-1.html", noted, option("mqtt-password", ["mosquitto_pub", "mosquitto_sub"], "-P[ \\t]")),
	provider("IPMI", "https://manpages.debian.org/ipmitool", noted, option("ipmi-password", ["ipmitool"], "-P[ \\t]")),
	provider("Archives", "https://documentation.help/7-Zip/password.htm", noted, option("archive-password", [
		"7z ",
		"7za ",
		"unrar ",
		"rar "
	], "-h?p(?![ =])"), option("archive-password", ["unzip ", "zip "], "-P[ \\t]")),
	provider("OpenSSL", "https://docs.openssl.org/master/man1/openssl-passphrase-options", noted, rule("openssl-password", ["pass:"], `(?<=-(?:pass|passin|passout|k)[ \\t]["']?)(?<head>pass:)${value}`, isSecret)),
	provider("keytool", "https://docs.oracle.com/en/java/javase/21/docs/specs/man/keytool.html", noted, rule("keystore-password", [
		"-storepass",
		"-keypass",
		"-deststorepass",
		"-srcstorepass"
	], `(?<head>-(?:storepass|keypass|deststorepass|srcstorepass)[ \\t]+["']?)${value}`, isSecret)),
	provider("Remote desktop", "https://github.com/FreeRDP/FreeRDP/wiki/CommandLineInterface", noted, rule("rdp-password", ["/p:"], `(?<=rdp[^\\n]{0,200}[ \\t])(?<head>/p:["']?)${value}`, isSecret)),
	provider("htpasswd", "https://httpd.apache.org/docs/2.4/programs/htpasswd.html", noted, rule("htpasswd", ["htpasswd -"], `(?<head>htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6}(?:[ \\t]+-\\w{1,4}){0,3}[ \\t]+[\\w./-]{1,100}[ \\t]+[\\w.@-]{1,64}[ \\t]+["']?)${value}`, isSecret)),
	provider("lftp", "https://lftp.yar.ru/lftp-man.html", noted, rule("ftp-password", ["lftp ", "ncftp"], `(?<head>(?:lftp|ncftp\\w{0,4})${arguments_}-u[ \\t]?["']?[\\w.@-]{1,64},)${value}`, isSecret)),
	provider("chpasswd, sudo", "https://manpages.debian.org/chpasswd", noted, rule("system-password", ["echo "], String.raw`(?<head>echo[ \t]+(?:-n[ \t]+)?["']?[\w.-]{1,32}:)[^\s"'|]{4,64}(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+)?chpasswd)`), rule("system-password", ["echo "], String.raw`(?<head>echo[ \t]+(?:-n[ \t]+)?["']?)[^\s"'|$]{4,64}(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+(?:-\w+[ \t]+)*-S|passwd --stdin|docker login))`)),
	provider("nmcli", "https://networkmanager.dev/docs/api/latest/nmcli.html", noted, rule("wifi-password", ["nmcli "], `(?<head>nmcli${arguments_}password[ \\t]+["']?)${value}`, isSecret)),
	provider("Any command", "https://www.gnu.org/prep/standards/html_node/Option-Table.html", noted, caseInsensitiveRule("password", [
		"--pass",
		"--db-pass",
		"--http-pass",
		"--user-pass",
		"--root-pass",
		"--admin-pass",
		"--registry-pass",
		"--proxy-pass",
		"--key-pass",
		"--basic-auth-pass",
		"--docker-pass"
	], `(?<head>--[\\w-]{0,20}pass(?:word|wd|phrase)?[ \\t=]+["']?)${value}`, looksLikePassword), caseInsensitiveRule("secret", [
		"--token",
		"--api",
		"--secret",
		"--auth",
		"--access",
		"--client-sec",
		"--registration-tok",
		"--bearer",
		"--with-token",
		"--admin-tok",
		"--app-sec",
		"--license"
	], `(?<head>--[\\w-]{0,24}(?:token|key|secret|auth|bearer)[ \\t=]+["']?)[\\w+/=~.:-]{16,400}(?![\\w(])`, looksRandom)),
	provider("SQL", "https://www.postgresql.org/docs/current/sql-createrole.html", noted, caseInsensitiveRule("sql-password", [
		"password '",
		"identified by '",
		"identified by \"",
		"identified with",
		"set password = '"
	], String.raw`(?<=(?:create|alter|grant|set)[^\n]{0,200})(?<head>(?:password|identified by|identified with [\w']{2,40} by|set password =)[ \t]+["'])[^"'\n]{4,100}(?=["'])`))
].flat();
// src/memory/secrets/rules/developer-tools.ts
/** Tokens of code hosts, package registries, build services and testing. */
const developerToolRules = [
	provider("GitHub", "https://github.blog/engineering/behind-githubs-new-authentication-token-formats", noted, token("github-token", [
		"ghp_",
		"gho_",
		"ghu_",
		"ghs_",
		"ghr_"
	], "[A-Za-z0-9]{30,}"), token("github-token", "github_pat_", "[A-Za-z0-9_]{36,}")),
	provider("GitLab", "https://docs.gitlab.com/security/tokens/#token-prefixes", noted, token("gitlab-token", [
		"glpat-",
		"gldt-",
		"glrt-",
		"glrtr-",
		"glcbt-",
		"glptt-",
		"glft-",
		"glimt-",
		"glagent-",
		"gloas-",
		"glsoat-",
		"glffct-",
		"glwt-",
		"GR1348941"
	], "[\\w.-]{20,}"), rule("gitlab-session", ["_gitlab_session="], "(?<head>_gitlab_session=)[0-9a-f]{32}")),
	provider("World Weaver", "docs/keys-and-tenants.md", noted, rule("world-weaver-key", ["ww_"], "ww_[0-9a-f]{12}_[\\w-]{43}(?![\\w-])")),
	provider("Atlassian", "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account", noted, wordToken("atlassian-token", ["ATATT3", "ATCTT3"], "[\\w=-]{24,}"), named("atlassian-token", [
		"atlassian",
		"jira",
		"confluence"
	], "[A-Za-z0-9]{24}")),
	provider("Bitbucket", "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords", noted, wordToken("bitbucket-password", "ATBB", "[A-Za-z0-9]{32}")),
	provider("Gitea, Forgejo", "https://docs.gitea.com/development/api-usage", noted, named("gitea-token", [
		"gitea",
		"forgejo",
		"codeberg"
	], "[0-9a-f]{40}")),
	provider("Sourcegraph", ...gitleaks, wordToken("sourcegraph-token", [
		"sgp_",
		"slk_",
		"sgd_",
		"sgs_"
	], "(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40,64}")),
	provider("npm", "https://docs.npmjs.com/about-access-tokens", noted, token("npm-token", "npm_", "[A-Za-z0-9]{36,}"), rule("npm-token", ["_authToken", "_auth="], "(?<head>(?:_authToken|_auth)[ \\t]*=[ \\t]*\"?)[\\w+/=-]{20,}"), rule("npm-password", [":_password="], "(?<head>:_password=[ \\t]*\"?)[\\w+/=-]{8,}")),
	provider("PyPI", "https://pypi.org/help/#apitoken", noted, token("pypi-token", "pypi-AgE", "[\\w-]{50,}")),
	provider("RubyGems", "https://guides.rubygems.org/api-key-scopes", noted, token("rubygems-token", "rubygems_", "[0-9a-f]{48}")),
	provider("crates.io", ...kingfisher, wordToken("crates-token", "cio", "[A-Za-z0-9]{32}", looksRandom)),
	provider("NuGet", ...kingfisher, wordToken("nuget-key", "oy2", "[a-z0-9]{43}")),
	provider("Clojars", ...gitleaks, wordToken("clojars-token", "CLOJARS_", "[a-zA-Z0-9]{60}")),
	provider("Packagist", "https://packagist.com/docs/composer-authentication", noted, token("packagist-token", [
		"packagist_ort_",
		"packagist_out_",
		"packagist_uut_"
	], "[0-9a-f]{60,}")),
	provider("Docker Hub", "https://docs.docker.com/security/access-tokens", noted, token("docker-token", ["dckr_pat_", "dckr_oat_"], "[\\w-]{27,}")),
	provider("JFrog", ...gitleaks, wordToken("jfrog-key", "AKCp", "[A-Za-z0-9]{60,80}"), wordToken("jfrog-token", "cmVmd", "[A-Za-z0-9]{59}"), named("jfrog-key", ["jfrog", "artifactory"], "[A-Za-z0-9]{64,73}")),
	provider("Cloudsmith", ...kingfisher, named("cloudsmith-key", "cloudsmith", "[0-9a-f]{40}")),
	provider("packagecloud", ...kingfisher, named("packagecloud-token", "packagecloud", "[0-9a-f]{48}")),
	provider("CircleCI", "https://circleci.com/docs/managing-api-tokens", noted, token("circleci-token", ["CCIPAT_", "CCIPRJ_"], "\\w{20,}")),
	provider("Buildkite", "https://buildkite.com/docs/apis/managing-api-tokens", noted, wordToken("buildkite-token", [
		"bkua_",
		"bkct_",
		"bkaj_"
	], "[0-9a-z]{36,}")),
	provider("Travis CI", ...gitleaks, named("travis-token", "travis", "[\\w-]{22}")),
	provider("Drone", ...gitleaks, named("drone-token", "drone", "[A-Za-z0-9]{32}")),
	provider("Jenkins", ...kingfisher, named("jenkins-token", "jenkins", "[0-9a-f]{32,36}")),
	provider("TeamCity", "https://www.jetbrains.com/help/teamcity/managing-your-user-account.html", noted, wordToken("teamcity-token", "eyJ0eXAiOiAiVENWMiJ9.", "[\\w-]{20,60}\\.[\\w-]{30,80}")),
	provider("JetBrains Hub", "https://www.jetbrains.com/help/youtrack/server/Manage-Permanent-Token.html", noted, wordToken("jetbrains-token", "perm:", "[\\w=]{4,64}\\.[\\w=-]{2,64}\\.[A-Za-z0-9]{30}")),
	provider("Azure DevOps", "https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate", noted, rule("azure-devops-token", ["AAAAAC"], "(?<=(?<![A-Za-z0-9])(?<lead>[A-Za-z0-9]{70,72}))AAAAAC(?:AZDO)?[A-Za-z0-9]{0,8}(?![A-Za-z0-9])"), named("azure-devops-token", [
		"azure_devops",
		"azure devops",
		"azdo",
		"ado_"
	], "[a-z2-7]{52}")),
	provider("SonarQube", "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens", noted, wordToken("sonar-token", [
		"squ_",
		"sqp_",
		"sqa_"
	], "[0-9a-f]{40}"), named("sonar-token", "sonar", "[0-9a-f]{40}")),
	provider("Snyk", ...gitleaks, named("snyk-token", "snyk", uuid), wordToken("snyk-token", "snyk_uat.", "[\\w.-]{30,}")),
	provider("Codecov", ...gitleaks, named("codecov-token", "codecov", `[0-9a-f]{32}|${uuid}`)),
	provider("Code Climate, Codacy", ...kingfisher, named("codeclimate-token", [
		"codeclimate",
		"cc_test_reporter",
		"codacy"
	], "[0-9a-f]{20,64}")),
	provider("Dependency-Track", ...kingfisher, wordToken("dependency-track-key", "odt_", "[A-Za-z0-9]{32,255}", looksRandom)),
	provider("StackHawk", ...kingfisher, wordToken("stackhawk-key", "hawk.", "[\\w-]{20}\\.[\\w-]{20}")),
	provider("Infracost", ...gitleaks, wordToken("infracost-key", "ico-", "[A-Za-z0-9]{32}")),
	provider("Ionic", ...kingfisher, wordToken("ionic-token", "ion_", "[a-z0-9]{42}", looksRandom)),
	provider("Postman", "https://learning.postman.com/docs/developer/postman-api/authentication", noted, token("postman-key", "PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"), wordToken("postman-collection-key", "PMAT-", "[A-Z0-9]{26}")),
	provider("ReadMe", ...gitleaks, wordToken("readme-key", "rdme_", "[a-z0-9]{70}")),
	provider("LaunchDarkly", "https://launchdarkly.com/docs/home/account/api", noted, wordToken("launchdarkly-key", [
		"sdk-",
		"api-",
		"mob-"
	], uuid)),
	provider("Statsig", "https://docs.statsig.com/sdk-keys/api-keys", noted, wordToken("statsig-key", ["secret-", "console-"], "[A-Za-z0-9]{30,50}", looksRandom)),
	provider("ConfigCat", "https://configcat.com/docs/advanced/team-management/team-management-basics", noted, wordToken("configcat-key", "configcat-sdk-1/", "[\\w-]{22}/[\\w-]{22}")),
	provider("BrowserStack", "https://www.browserstack.com/docs/automate/api-reference", noted, named("browserstack-key", "browserstack", "[A-Za-z0-9]{20}")),
	provider("Sauce Labs", "https://docs.saucelabs.com/basics/acct-team-mgmt", noted, named("saucelabs-key", "sauce", uuid)),
	provider("Cypress Cloud", "https://docs.cypress.io/cloud/account-management/projects#Record-keys", noted, named("cypress-key", "cypress", uuid)),
	provider("Percy", "https://www.browserstack.com/docs/percy", noted, wordToken("percy-token", [
		"web_",
		"auto_",
		"app_"
	], "[0-9a-f]{64}")),
	provider("Expo", "https://docs.expo.dev/accounts/programmatic-access", noted, named("expo-token", "expo_", "[\\w-]{40}")),
	provider("Figma", "https://developers.figma.com/docs/rest-api/authentication", noted, token("figma-token", ["figd_", "figo_"], "[\\w-]{38,}"))
].flat();
// src/memory/secrets/rules/headers.ts
/** After the name of a header, in a request, a command or code. */
const header = String.raw`\\?["'\x60]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'\x60]?`;
/** "user:password" in base64. */
function isCredentials(secret) {
	if (secret.length % 4 === 1 || isPlaceholder(secret)) return false;
	return /^[\x21-\x7e]{1,100}:[\x20-\x7e]{2,}$/.test(atob(secret.replace(/={1,2}$/, "")));
}
const hasRandomValue = (cookies) => cookies.split(/;\s*/).some((each) => looksRandom(each.slice(each.indexOf("=") + 1).replace(/%[0-9A-F]{2}/g, "")));
/** Credentials in headers, cookies and the files that tools keep them in. */
const headerRules = [
	provider("HTTP Bearer", "https://www.rfc-editor.org/rfc/rfc6750#section-2.1", noted, caseInsensitiveRule("bearer-token", ["bearer"], String.raw`(?<head>bearer[ \t]+)[\w.~+/-]{20,}={0,2}`, looksRandom)),
	provider("HTTP Basic", "https://www.rfc-editor.org/rfc/rfc7617", noted, caseInsensitiveRule("basic-credentials", ["authorization"], String.raw`(?<head>authorization${header}basic[ \t]+)[A-Za-z0-9+/]{8,}={0,2}`), caseInsensitiveRule("basic-credentials", ["basic "], String.raw`(?<![\w-])(?<head>basic[ \t]+)[A-Za-z0-9+/]{12,}={0,2}(?![\w+/=-])`, isCredentials)),
	provider("HTTP Authorization", "https://www.rfc-editor.org/rfc/rfc9110#name-authorization", noted, caseInsensitiveRule("authorization", ["authorization"], String.raw`(?<head>authorization${header}(?:[a-z][\w-]{1,24}[ \t]+)?(?:token=)?"?)[\w.~+/:=-]{20,1000}`, looksRandom)),
	provider("HTTP cookies", "https://www.rfc-editor.org/rfc/rfc6265", noted, caseInsensitiveRule("cookie", ["cookie"], String.raw`(?<![\w-])(?<head>cookie${header})[\w.!#$%&'*+^|~-]{1,80}=[^\s;"'\x60]{1,2000}(?:; ?[\w.!#$%&'*+^|~-]{1,80}=[^\s;"'\x60]{0,2000}){0,40}`, hasRandomValue)),
	provider("Set-Cookie", "https://www.rfc-editor.org/rfc/rfc6265", noted, caseInsensitiveRule("cookie", ["set-cookie"], String.raw`(?<head>set-cookie${header}[\w.!#$%&'*+^|~-]{1,80}=)[^\s;"'\x60,]{16,2000}`, (secret) => hasRandomValue(`=${secret}`))),
	provider("Sessions of web frameworks", "https://owasp.org/www-community/attacks/Session_hijacking_attack", noted, rule("session-cookie", [
		"JSESSIONID",
		"PHPSESSID",
		"connect.sid",
		"sessionid=",
		"ASP.NET_SessionId",
		".AspNetCore.",
		"laravel_session",
		"_session=",
		"csrftoken=",
		"XSRF-TOKEN=",
		"wordpress_logged_in_",
		"remember_token=",
		"__Secure-",
		"__Host-",
		"SAPISID=",
		"li_at="
	], String.raw`(?<head>(?:JSESSIONID|PHPSESSID|connect\.sid|sessionid|ASP\.NET_SessionId|\.AspNetCore\.[\w.]{1,40}|laravel_session|_session|csrftoken|XSRF-TOKEN|wordpress_logged_in_\w{0,40}|remember_token|__(?:Secure|Host)-[\w.-]{1,60}|SAPISID|li_at)=)[\w%.|:+/=-]{16,2000}`, looksRandom)),
	provider("Docker config.json", "https://docs.docker.com/reference/cli/docker/login/#credential-stores", noted, rule("docker-auth", ["\"auth\"", "\\\"auth\\\""], String.raw`(?<head>\\?"auth\\?"[ \t]{0,4}:[ \t]{0,4}\\?")[A-Za-z0-9+/]{8,2000}={0,2}(?=\\?")`, isCredentials), rule("docker-auth", ["\"identitytoken\"", "\"registrytoken\""], String.raw`(?<head>"(?:identity|registry)token"[ \t]{0,4}:[ \t]{0,4}")[\w.+/=-]{16,4000}(?=")`)),
	provider(".netrc", "https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html", noted, rule("netrc-password", ["machine ", "default login "], String.raw`(?<head>(?:machine[ \t]+[\w.-]{1,100}|default)[ \t\r\n]{1,20}login[ \t]+\S{1,100}[ \t\r\n]{1,20}password[ \t]+)\S{3,200}`), rule("netrc-password", ["login "], String.raw`(?<head>login[ \t]+\S{1,100}[ \t\r\n]{1,20}password[ \t]+)\S{4,200}`, looksLikePassword)),
	provider("XML, Maven, Tomcat", "https://maven.apache.org/settings.html#Servers", noted, caseInsensitiveRule("xml-password", [
		"<password>",
		"<passphrase>",
		"<secret>",
		"<apikey>",
		"<token>",
		"<cleartextpassword>"
	], String.raw`(?<head><(?:password|passphrase|secret|apikey|token|cleartextpassword)>[ \t]{0,4})[^<\s]{5,400}(?=[ \t]{0,4}</)`, (secret) => looksLikePassword(secret) || looksRandom(secret))),
	provider("NuGet, .NET settings", "https://learn.microsoft.com/nuget/reference/nuget-config-file", noted, caseInsensitiveRule("xml-password", [
		"password\" value",
		"token\" value",
		"secret\" value",
		"key\" value"
	], String.raw`(?<head>(?:password|token|secret|key)"[ \t]+value[ \t]{0,4}=[ \t]{0,4}")[^"\n]{6,400}(?=")`, (secret) => looksLikePassword(secret) && (secret.length < 16 || looksRandom(secret)))),
	provider("WordPress wp-config.php", "https://developer.wordpress.org/apis/wp-config-php", noted, caseInsensitiveRule("php-secret", ["define("], String.raw`(?<head>define\([ \t]{0,4}["'][\w]{0,40}(?:key|salt|password|secret|token)["'][ \t]{0,40},[ \t]{0,40}["'])[^"'\n]{6,200}(?=["'])`, (secret) => looksLikePassword(secret) || secret.length > 40)),
	provider("Laravel APP_KEY", "https://laravel.com/docs/encryption", noted, rule("laravel-key", ["base64:"], String.raw`(?<=(?:KEY|key)["' \t]{0,4}[=:][ \t"']{0,4})(?<head>base64:)[A-Za-z0-9+/]{42,88}={0,2}`)),
	provider("Gradle, Groovy", "https://docs.gradle.org/current/userguide/declaring_repositories_adv.html", noted, caseInsensitiveRule("gradle-password", [
		"password '",
		"password \"",
		"password('",
		"password(\""
	], String.raw`(?<=[\n{;][ \t]{0,40})(?<head>password[ (]["'])[^"'\n]{6,200}(?=["'])`, looksLikePassword)),
	provider("WireGuard", "https://www.wireguard.com/quickstart", noted, caseInsensitiveRule("wireguard-key", [
		"privatekey",
		"presharedkey",
		"private_key",
		"preshared_key",
		"private key"
	], String.raw`(?<head>(?:private|preshared)[_ ]?key["']?[ \t]{0,4}[=:][ \t]{0,4}["']?)[A-Za-z0-9+/]{43}=(?![\w=])`))
].flat();
// src/memory/secrets/rules/hosting.ts
/** Keys of hosting, databases as a service and infrastructure tools. */
const hostingRules = [
	provider("Vercel", "https://vercel.com/docs/rest-api#authentication", noted, wordToken("vercel-token", [
		"vcp_",
		"vci_",
		"vca_",
		"vcr_",
		"vck_"
	], "[A-Za-z0-9]{24,}"), wordToken("vercel-token", "vercel_blob_rw_", "[A-Za-z0-9_]{30,}"), caseInsensitiveRule("vercel-token", ["vercel"], String.raw`(?<head>vercel[_ ]?(?:api[_ ]?)?token${assigned}${quote}?)[A-Za-z0-9]{24}(?!\w)`, (secret) => /\d/.test(secret))),
	provider("Heroku", "https://devcenter.heroku.com/articles/authentication", noted, token("heroku-key", "HRKU-", "[\\w-]{30,}"), caseInsensitiveRule("heroku-key", ["heroku"], String.raw`(?<head>heroku[\w. -]{0,20}${assigned}${quote}?)${uuid}`, () => true)),
	provider("Fly.io", "https://fly.io/docs/security/tokens", noted, rule("fly-token", [
		"fm1r_",
		"fm1a_",
		"fm2_",
		"fo1_"
	], "(?:fm1[ar]|fm2|fo1)_[\\w+/=-]{40,}")),
	provider("Netlify", "https://docs.netlify.com/api/get-started", noted, token("netlify-token", [
		"nfp_",
		"nfo_",
		"nfc_",
		"nfb_",
		"nfu_"
	], "[A-Za-z0-9]{36,}")),
	provider("Render", "https://render.com/docs/api", noted, wordToken("render-key", "rnd_", "[A-Za-z0-9]{24,40}")),
	provider("Railway", "https://docs.railway.com/reference/public-api", noted, named("railway-token", "railway", uuid)),
	provider("Deno Deploy", "https://docs.deno.com/deploy", noted, wordToken("deno-token", [
		"ddp_",
		"ddo_",
		"ddw_"
	], "[A-Za-z0-9]{36,44}")),
	provider("Scalingo", ...gitleaks, wordToken("scalingo-token", "tk-us-", "[\\w-]{48}")),
	provider("ngrok", ...kingfisher, named("ngrok-token", "ngrok", "[A-Za-z0-9]{25,30}_\\d[A-Za-z0-9]{20}|(?:cr|ak)_[A-Za-z0-9]{25,30}")),
	provider("Supabase", "https://supabase.com/docs/guides/api/api-keys", noted, token("supabase-key", "sbp_", "[0-9a-f]{40}"), token("supabase-key", "sb_secret_", "[\\w-]{20,}")),
	provider("PlanetScale", "https://planetscale.com/docs/concepts/connection-strings", noted, token("planetscale-secret", [
		"pscale_pw_",
		"pscale_tkn_",
		"pscale_oauth_"
	], "[\\w.=-]{32,}")),
	provider("Neon", "https://neon.com/docs/manage/api-keys", noted, wordToken("neon-key", "napi_", "[a-z0-9]{40,70}"), wordToken("neon-password", "npg_", "[A-Za-z0-9]{12,20}")),
	provider("MongoDB Atlas", ...kingfisher, wordToken("mongodb-atlas-key", "mdb_sa_sk_", "[\\w-]{40}"), named("mongodb-atlas-key", [
		"mongodb_atlas",
		"atlas_",
		"mongodb atlas"
	], uuid)),
	provider("Aiven", "https://aiven.io/docs/platform/howto/list-user-profile", noted, wordToken("aiven-password", "AVNS_", "[\\w-]{15,24}")),
	provider("Xata", "https://xata.io/docs", noted, wordToken("xata-key", "xau_", "[A-Za-z0-9]{25,60}")),
	provider("Upstash", "https://upstash.com/docs/redis/features/restapi", noted, named("upstash-token", "upstash", "[A-Za-z0-9=_-]{40,120}")),
	provider("ClickHouse Cloud", ...gitleaks, wordToken("clickhouse-key", "4b1d", "[A-Za-z0-9]{38}")),
	provider("Databricks", "https://docs.databricks.com/dev-tools/auth/pat.html", noted, wordToken("databricks-token", [
		"dapi",
		"dose",
		"dkea"
	], "[0-9a-f]{32}(?:-\\d)?")),
	provider("Confluent", ...gitleaks, wordToken("confluent-secret", "cflt", "[A-Za-z0-9+/]{60}"), named("confluent-secret", "confluent", "[A-Za-z0-9+/]{64}")),
	provider("Vault", "https://developer.hashicorp.com/vault/docs/concepts/tokens", noted, wordToken("vault-token", [
		"hvs.",
		"hvb.",
		"hvr."
	], "[\\w-]{24,}"), caseInsensitiveRule("vault-token", ["vault"], String.raw`(?<head>vault[\w. -]{0,12}token${assigned}${quote}?)s\.[A-Za-z0-9]{24}(?!\w)`)),
	provider("Terraform Cloud", "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens", noted, rule("terraform-token", [".atlasv1."], "(?<=(?<lead>[A-Za-z0-9]{14}))\\.atlasv1\\.[\\w-]{60,}")),
	provider("Consul, Nomad", "https://developer.hashicorp.com/consul/docs/security/acl/tokens", noted, named("consul-token", ["consul", "nomad"], uuid)),
	provider("Pulumi", "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens", noted, wordToken("pulumi-token", "pul-", "[0-9a-f]{40}")),
	provider("Doppler", "https://docs.doppler.com/reference/auth-token-formats", noted, wordToken("doppler-token", [
		"dp.pt.",
		"dp.st.",
		"dp.ct.",
		"dp.sa.",
		"dp.scim.",
		"dp.said.",
		"dp.audit."
	], "[\\w.-]{40,}")),
	provider("Infisical", "https://infisical.com/docs/documentation/platform/token", noted, rule("infisical-token", ["st."], "(?<![\\w.-])st\\.[0-9a-f]{8,24}[\\w-]{0,16}\\.[0-9a-f]{32}\\.[0-9a-f]{32}")),
	provider("1Password", "https://www.1password.dev/service-accounts", noted, token("1password-token", "ops_eyJ", "[\\w+/=-]{50,}"), wordToken("1password-secret-key", "A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}")),
	provider("Bitwarden", "https://bitwarden.com/help/access-tokens", noted, rule("bitwarden-token", ["0."].flatMap((start) => [..."0123456789abcdef"].map((each) => start + each)), `(?<![\\w.-])0\\.${uuid}\\.[A-Za-z0-9]{20,40}:[A-Za-z0-9+/]{20,30}={0,2}`)),
	provider("Tailscale", ...kingfisher, wordToken("tailscale-key", "tskey-", "[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{12,50}")),
	provider("Defined Networking", ...gitleaks, wordToken("defined-networking-token", "dnkey-", "[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}")),
	provider("ZeroTier", ...kingfisher, named("zerotier-token", "zerotier", "[A-Za-z0-9]{32}")),
	provider("Rancher", "https://ranchermanager.docs.rancher.com/api/api-tokens", noted, rule("rancher-token", ["token-"], "(?<![\\w-])token-[a-z0-9]{5}:[a-z0-9]{54}(?![a-z0-9])")),
	provider("OpenShift", ...gitleaks, wordToken("openshift-token", "sha256~", "[\\w-]{43}")),
	provider("Octopus Deploy", ...gitleaks, wordToken("octopus-key", "API-", "[A-Z0-9]{26,40}", looksRandom)),
	provider("Prefect", ...gitleaks, wordToken("prefect-key", ["pnu_", "pnb_"], "[A-Za-z0-9]{36}")),
	provider("Cisco Meraki", ...gitleaks, named("meraki-key", "meraki", "[0-9a-f]{40}")),
	provider("TrueNAS", ...kingfisher, named("truenas-key", "truenas", "\\d{1,4}-[A-Za-z0-9]{64}"))
].flat();
/** Private keys and signed tokens of any issuer, recognised by their format. */
const keyRules = [
	provider("PEM, OpenSSH, OpenPGP", "https://www.rfc-editor.org/rfc/rfc7468", noted, rule("private-key", ["-----BEGIN"], `-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----${String.raw`(?:(?:(?!-----BEGIN)[\s\S]){1,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nrt]|[>|"',+\\])*[A-Za-z0-9+/=]{16,})+)`}`, () => true), rule("private-key", ["LS0tLS1CRUdJTi"], "LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BQUklWQVRF|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQgUFJJVkFUR)[A-Za-z0-9+/]{100,8000}={0,2}")),
	provider("SSH2 (ssh.com)", "https://www.rfc-editor.org/rfc/rfc4716", noted, rule("private-key", ["---- BEGIN SSH2"], String.raw`---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----(?:(?!---- BEGIN)[\s\S]){1,8000}?---- END SSH2 ENCRYPTED PRIVATE KEY ----`)),
	provider("PuTTY", "https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html", noted, rule("putty-key", ["PuTTY-User-Key-File"], String.raw`PuTTY-User-Key-File-\d:(?:(?!PuTTY-User-Key-File)[\s\S]){1,8000}?Private-MAC: *[0-9a-f]{40,64}`, () => true)),
	provider("age", "https://age-encryption.org/v1", noted, rule("age-key", ["AGE-SECRET-KEY-", "AGE-PLUGIN-"], "AGE-(?:SECRET-KEY|PLUGIN)-[A-Z0-9-]{50,}")),
	provider("minisign", "https://jedisct1.github.io/minisign", noted, rule("minisign-key", ["RWRT"], "(?<![A-Za-z0-9+/])RWRT[A-Za-z0-9+/]{150,250}={0,2}")),
	provider("JSON Web Key", "https://www.rfc-editor.org/rfc/rfc7518#section-6", noted, rule("jwk-private", [
		"\"d\"",
		"\"p\"",
		"\"q\"",
		"\"dp\"",
		"\"dq\"",
		"\"qi\""
	], String.raw`(?<head>"(?:d|p|q|dp|dq|qi)"[ \t]{0,4}:[ \t]{0,4}")[\w-]{40,800}(?=")`)),
	provider("JSON Web Token", "https://www.rfc-editor.org/rfc/rfc7519", noted, wordToken("jwt", "eyJ", "(?<![_-]eyJ)[\\w-]{8,4000}\\.eyJ[\\w-]{8,}\\.[\\w-]{16,}")),
	provider("JSON Web Encryption", "https://www.rfc-editor.org/rfc/rfc7516", noted, wordToken("jwe", "eyJ", "(?<![_-]eyJ)[\\w-]{16,1000}\\.[\\w-]{0,700}\\.[\\w-]{12,40}\\.[\\w-]{16,}\\.[\\w-]{20,44}")),
	provider("PASETO", "https://github.com/paseto-standard/paseto-spec", noted, wordToken("paseto", [
		"v1.local.",
		"v2.local.",
		"v3.local.",
		"v4.local.",
		"k4.secret.",
		"k4.local."
	], "[\\w-]{40,}")),
	provider("BIP 32", "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki", noted, wordToken("bitcoin-key", [
		"xprv",
		"yprv",
		"zprv",
		"tprv"
	], "[1-9A-HJ-NP-Za-km-z]{107}")),
	provider("Nostr", "https://github.com/nostr-protocol/nips/blob/master/19.md", noted, wordToken("nostr-key", "nsec1", "[02-9ac-hj-np-z]{58}")),
	provider("BIP 39", "https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki", noted, caseInsensitiveRule("seed-phrase", [
		"seed phrase",
		"recovery phrase",
		"mnemonic",
		"seed words"
	], String.raw`(?<head>(?:seed phrase|recovery phrase|mnemonic(?: phrase)?|seed words)[ \t]{0,4}(?:=|:|is)[ \t]{0,4}["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![ ,]{1,2}[a-z])`, (secret) => !/\b(?:the|and|for|you|that|with|are|was|must|your|from|have)\b/.test(secret))),
	provider("otpauth", "https://github.com/google/google-authenticator/wiki/Key-Uri-Format", noted, rule("otp-secret", ["otpauth://"], String.raw`(?<head>otpauth://[^\s"'<>]{1,200}?[?&]secret=)[A-Z2-7]{16,128}`)),
	provider("Kubernetes image pull secret", "https://kubernetes.io/docs/tasks/configure-pod-container/pull-image-private-registry", noted, wordToken("docker-config", [
		"eyJhdXRocyI6",
		"ewogICJhdXRocyI6",
		"ewoJImF1dGhzIjog"
	], "[A-Za-z0-9+/]{40,8000}={0,2}")),
	provider("Intra 42", ...gitleaks, wordToken("intra42-secret", ["s-s4t2ud-", "s-s4t2af-"], "[0-9a-f]{64}", looksRandom))
].flat();
// src/memory/secrets/rules/messaging.ts
/** The first part of a Discord token is the bot's id, a number in base64: three digits of it are four characters. */
const discordStarts = Array.from({ length: 900 }, (_, number) => btoa(String(100 + number)));
/** Keys of chat, mail, telephony and social networks, and addresses that anybody may post to. */
const messagingRules = [
	provider("Slack", "https://docs.slack.dev/authentication/tokens", noted, token("slack-token", [
		"xoxb-",
		"xoxp-",
		"xoxa-",
		"xoxo-",
		"xoxr-",
		"xoxs-",
		"xoxe-",
		"xoxe.",
		"xoxc-",
		"xoxd-"
	], "[\\w.%-]{10,}"), token("slack-token", "xapp-", "[\\w-]{20,}"), rule("slack-webhook", ["hooks.slack.com/"], "(?<head>hooks\\.slack\\.com/)(?:services|workflows|triggers)/[\\w/-]{30,}")),
	provider("Discord", "https://docs.discord.com/developers/reference#authentication", noted, rule("discord-token", discordStarts, "(?<![\\w/+-])[MNO][\\w-]{23,30}\\.[\\w-]{6}\\.[\\w-]{27,45}(?!\\w)"), rule("discord-webhook", ["/api/webhooks/"], "(?<=discord(?:app)?\\.com)(?<head>/api/webhooks/\\d{10,22}/)[\\w-]{40,}")),
	provider("Telegram", "https://core.telegram.org/bots/api#authorizing-your-bot", noted, rule("telegram-token", [":AA"], "(?<=(?<!\\d)(?<lead>\\d{8,10})):AA[\\w-]{32,34}(?![\\w-])")),
	provider("Microsoft Teams", ...gitleaks, rule("teams-webhook", [".webhook.office.com/"], "(?<head>\\.webhook\\.office\\.com/webhookb2/)[\\w@-]{60,90}/IncomingWebhook/[\\w/-]{40,120}")),
	provider("Google Chat", "https://developers.google.com/workspace/chat/quickstart/webhooks", noted, rule("google-chat-webhook", ["chat.googleapis.com/"], "(?<head>chat\\.googleapis\\.com/v1/spaces/[\\w-]{4,40}/messages\\?)key=[\\w-]{20,60}&token=[\\w%-]{20,100}")),
	provider("Feishu, Lark", "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot", noted, rule("lark-webhook", ["/open-apis/bot/v2/hook/"], `(?<head>/open-apis/bot/v2/hook/)${uuid}`)),
	provider("DingTalk", "https://open.dingtalk.com/document/robots/custom-robot-access", noted, rule("dingtalk-webhook", ["oapi.dingtalk.com/robot/"], "(?<head>oapi\\.dingtalk\\.com/robot/send\\?access_token=)[0-9a-f]{64}")),
	provider("WeCom", "https://developer.work.weixin.qq.com/document/path/91770", noted, rule("wecom-webhook", ["qyapi.weixin.qq.com/"], `(?<head>qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=)${uuid}`)),
	provider("Zapier", ...kingfisher, rule("zapier-webhook", ["hooks.zapier.com/"], "(?<head>hooks\\.zapier\\.com/hooks/catch/)\\d{4,10}/[A-Za-z0-9]{5,20}")),
	provider("Make", "https://help.make.com/webhooks", noted, rule("make-webhook", [".make.com/"], "(?<=hook\\.[a-z]{2}\\d)(?<head>\\.make\\.com/)[a-z0-9]{32}")),
	provider("IFTTT", "https://ifttt.com/maker_webhooks", noted, rule("ifttt-key", ["maker.ifttt.com/"], "(?<head>maker\\.ifttt\\.com/trigger/[\\w-]{1,60}(?:/json)?/with/key/)[\\w-]{20,50}")),
	provider("Mattermost", ...gitleaks, named("mattermost-token", "mattermost", "[a-z0-9]{26}")),
	provider("Twilio", "https://www.twilio.com/docs/iam/api-keys", noted, wordToken("twilio-key", followedBy("SK", "0123456789abcdef"), "[0-9a-f]{31}"), named("twilio-token", "twilio", "[0-9a-f]{32}")),
	provider("SendGrid", "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys", noted, token("sendgrid-key", "SG.", "[\\w-]{16,32}\\.[\\w-]{30,60}")),
	provider("Mailgun", "https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt", noted, wordToken("mailgun-key", "key-", "[0-9a-f]{32}"), named("mailgun-key", "mailgun", "[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}")),
	provider("Mailchimp", "https://mailchimp.com/developer/marketing/guides/quick-start", noted, rule("mailchimp-key", ["-us"], "(?<=(?<![0-9a-f])(?<lead>[0-9a-f]{32}))-us\\d{1,2}(?!\\w)")),
	provider("Mailchimp Transactional", "https://mailchimp.com/developer/transactional/guides/quick-start", noted, wordToken("mandrill-key", "md-", "[\\w-]{22}", looksRandom)),
	provider("Brevo", ...gitleaks, wordToken("brevo-key", ["xkeysib-", "xsmtpsib-"], "[0-9a-f]{64}-[A-Za-z0-9]{16}")),
	provider("Resend", "https://resend.com/docs/api-reference/introduction", noted, wordToken("resend-key", "re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{24}")),
	provider("Postmark", "https://postmarkapp.com/developer/api/overview", noted, named("postmark-token", "postmark", uuid)),
	provider("Mailjet", ...kingfisher, named("mailjet-key", ["mailjet", "mj_apikey"], "[0-9a-f]{32}")),
	provider("SparkPost", ...kingfisher, named("sparkpost-key", "sparkpost", "[0-9a-f]{40}")),
	provider("MailerSend", "https://developers.mailersend.com/general.html", noted, wordToken("mailersend-token", "mlsn.", "[0-9a-f]{64}")),
	provider("Customer.io", "https://customer.io/docs/accounts-and-workspaces/managing-credentials", noted, named("customerio-key", ["customerio", "customer_io"], "[0-9a-f]{20,32}")),
	provider("Klaviyo", ...kingfisher, wordToken("klaviyo-key", "pk_", "[0-9a-f]{34}")),
	provider("MessageBird", ...gitleaks, named("messagebird-key", ["messagebird", "message_bird"], "[A-Za-z0-9]{25}")),
	provider("Telnyx", ...kingfisher, wordToken("telnyx-key", "KEY0", "[0-9A-Za-z_-]{50,56}", looksRandom)),
	provider("Vonage", "https://developer.vonage.com/en/account/secret-management", noted, named("vonage-secret", ["vonage", "nexmo"], "[A-Za-z0-9]{16}")),
	provider("Plivo", "https://www.plivo.com/docs/account/api/request", noted, named("plivo-token", "plivo", "[A-Za-z0-9]{40}")),
	provider("OneSignal", "https://documentation.onesignal.com/docs/keys-and-ids", noted, wordToken("onesignal-key", ["os_v2_app_", "os_v2_org_"], "[a-z2-7]{60,120}"), named("onesignal-key", "onesignal", `${uuid}|[A-Za-z0-9]{48}`)),
	provider("Pushover", "https://pushover.net/api", noted, named("pushover-token", "pushover", "[a-z0-9]{30}")),
	provider("ntfy", "https://docs.ntfy.sh/config/#access-tokens", noted, wordToken("ntfy-token", "tk_", "[a-z0-9]{29}", looksRandom)),
	provider("Ably", "https://ably.com/docs/auth/basic", noted, named("ably-key", "ably", "[\\w-]{6}\\.[\\w-]{6}:[\\w-]{20,50}")),
	provider("PubNub", "https://www.pubnub.com/docs/general/setup/account-setup", noted, wordToken("pubnub-secret", "sec-c-", "[A-Za-z0-9+/]{40,60}={0,2}")),
	provider("Sendbird", ...gitleaks, named("sendbird-token", "sendbird", "[0-9a-f]{40}")),
	provider("LINE", ...kingfisher, named("line-token", "line_", "[A-Za-z0-9+/]{170,172}={0,2}")),
	provider("Facebook", "https://developers.facebook.com/docs/facebook-login/guides/access-tokens", noted, wordToken("facebook-token", "EAA", "[A-Za-z0-9]{100,}"), named("facebook-secret", ["facebook", "fb_app"], "[0-9a-f]{32}")),
	provider("X (Twitter)", ...gitleaks, wordToken("twitter-token", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{60,110}"), named("twitter-secret", "twitter", "[A-Za-z0-9]{45,50}|\\d{15,25}-[A-Za-z0-9]{20,40}")),
	provider("LinkedIn", ...gitleaks, wordToken("linkedin-secret", "WPL_AP1.", "[\\w.+/=-]{16,40}"), named("linkedin-secret", ["linkedin", "linked_in"], "[A-Za-z0-9]{16}")),
	provider("Twitch", ...gitleaks, named("twitch-token", "twitch", "[a-z0-9]{30}"), wordToken("twitch-chat-token", "oauth:", "[a-z0-9]{30}")),
	provider("VK", "https://dev.vk.com/en/api/access-token/getting-started", noted, wordToken("vk-token", "vk1.a.", "[\\w-]{80,300}")),
	provider("Zoom", "https://developers.zoom.us/docs/internal-apps/s2s-oauth", noted, named("zoom-secret", "zoom", "[A-Za-z0-9]{32}"))
].flat();
// src/memory/secrets/rules/observability.ts
/** Keys for logs, metrics, errors, analytics and alarms. */
const observabilityRules = [
	provider("Sentry", "https://docs.sentry.io/account/auth-tokens", noted, token("sentry-token", ["sntrys_", "sntryu_"], "[\\w+/=-]{40,}"), named("sentry-token", "sentry", "[0-9a-f]{64}")),
	provider("Grafana", "https://grafana.com/docs/grafana/latest/administration/service-accounts", noted, token("grafana-token", ["glsa_", "glc_eyJ"], "[\\w+/=-]{32,}"), wordToken("grafana-token", "eyJrIjoi", "[A-Za-z0-9]{60,400}={0,2}")),
	provider("New Relic", "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys", noted, token("newrelic-key", [
		"NRAK-",
		"NRII-",
		"NRIQ-",
		"NRRA-"
	], "[\\w-]{27,}"), named("newrelic-key", [
		"newrelic",
		"new_relic",
		"new relic"
	], "[0-9a-f]{36}NRAL")),
	provider("Datadog", ...kingfisher, named("datadog-key", ["datadog", "dd_"], "[0-9a-f]{32}|[0-9a-f]{40}")),
	provider("Dynatrace", ...gitleaks, wordToken("dynatrace-token", [
		"dt0c01.",
		"dt0s01.",
		"dt0s02.",
		"dt0s16."
	], "[A-Z0-9]{8,24}\\.[A-Z0-9]{64}")),
	provider("Honeycomb", "https://docs.honeycomb.io/configure/environments/manage-api-keys", noted, wordToken("honeycomb-key", [
		"hcaik_",
		"hcamk_",
		"hcalk_",
		"hcbik_"
	], "[a-z0-9]{40,64}"), named("honeycomb-key", "honeycomb", "[0-9a-f]{32}|[A-Za-z0-9]{22}")),
	provider("Axiom", "https://axiom.co/docs/reference/tokens", noted, wordToken("axiom-token", ["xaat-", "xapt-"], uuid)),
	provider("Better Stack", ...kingfisher, named("betterstack-token", [
		"betterstack",
		"better_stack",
		"logtail"
	], "[A-Za-z0-9]{24}")),
	provider("Splunk", "https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector", noted, named("splunk-token", "splunk", uuid)),
	provider("Sumo Logic", ...gitleaks, named("sumologic-key", [
		"sumologic",
		"sumo_",
		"sumo logic"
	], "[A-Za-z0-9]{64}")),
	provider("Logz.io", ...kingfisher, named("logzio-token", "logz", "[A-Za-z]{32}|[A-Za-z0-9]{32}")),
	provider("Elastic", "https://www.elastic.co/docs/deploy-manage/api-keys", noted, wordToken("elastic-key", "essu_", "[A-Za-z0-9+/=]{40,}"), named("elastic-key", ["elastic", "es_api"], "[A-Za-z0-9+/_-]{52,64}={0,2}")),
	provider("PagerDuty", ...kingfisher, named("pagerduty-key", [
		"pagerduty",
		"pager_duty",
		"pd_"
	], "u\\+[\\w+-]{18}|[0-9a-f]{32}|[\\w+-]{20}")),
	provider("Opsgenie", "https://support.atlassian.com/opsgenie/docs/api-key-management", noted, named("opsgenie-key", ["opsgenie", "geniekey"], uuid)),
	provider("Rollbar", "https://docs.rollbar.com/docs/access-tokens", noted, named("rollbar-token", "rollbar", "[0-9a-f]{32}")),
	provider("Bugsnag", ...kingfisher, named("bugsnag-key", "bugsnag", `${uuid}|[0-9a-f]{32}`)),
	provider("Airbrake", ...kingfisher, named("airbrake-key", "airbrake", "[0-9a-f]{32,40}")),
	provider("Checkly", "https://www.checklyhq.com/docs/accounts-and-users/creating-api-key", noted, wordToken("checkly-key", "cu_", "[0-9a-f]{32}")),
	provider("UptimeRobot", ...kingfisher, named("uptimerobot-key", ["uptimerobot", "uptime robot"], "[um]\\d{5,9}-[0-9a-f]{24,32}")),
	provider("PostHog", ...kingfisher, wordToken("posthog-key", ["phx_", "phs_"], "[A-Za-z0-9_]{40,50}")),
	provider("Mixpanel", "https://docs.mixpanel.com/docs/orgs-and-projects/managing-projects", noted, named("mixpanel-secret", "mixpanel", "[0-9a-f]{32}|[A-Za-z0-9]{32}")),
	provider("Amplitude", "https://amplitude.com/docs/apis/authentication", noted, named("amplitude-secret", "amplitude", "[0-9a-f]{32}")),
	provider("Segment", ...kingfisher, wordToken("segment-token", "sgp_", "[A-Za-z0-9]{64}"), named("segment-key", "segment", "[A-Za-z0-9]{32}")),
	provider("Algolia", ...gitleaks, named("algolia-key", "algolia", "[0-9a-f]{32}")),
	provider("FullStory", ...kingfisher, wordToken("fullstory-key", ["na1.", "eu1."], "[A-Za-z0-9+/]{100}", looksRandom)),
	provider("dbt Cloud", "https://docs.getdbt.com/docs/dbt-cloud-apis/authentication", noted, wordToken("dbt-token", ["dbtc_", "dbtu_"], "[\\w-]{30,60}")),
	provider("Metabase", "https://www.metabase.com/docs/latest/people-and-groups/api-keys", noted, wordToken("metabase-key", "mb_", "[A-Za-z0-9+/]{40,46}={0,2}", looksRandom)),
	provider("Shodan", ...kingfisher, named("shodan-key", "shodan", "[A-Za-z0-9]{32}")),
	provider("VirusTotal", ...kingfisher, named("virustotal-key", ["virustotal", "vt_"], "[0-9a-f]{64}"))
].flat();
// src/memory/secrets/rules/words.ts
/**
* What a password and a key are called in the languages that recall knows (REC11) and some more. English has its own
* rules. Forms that an ending changes stand beside the word.
*/
const passwordWords = [
	...[
		"passwort",
		"kennwort",
		"zugangscode",
		"wachtwoord",
		"lösenord",
		"losenord",
		"adgangskode",
		"passord"
	],
	...[
		"mot de passe",
		"mdp",
		"contraseña",
		"contrasena",
		"clave de acceso",
		"senha",
		"palavra-passe"
	],
	...[
		"parola d'ordine",
		"parola di accesso",
		"parolă",
		"parola",
		"parolei"
	],
	...[
		"salasana",
		"jelszó",
		"jelszava",
		"şifre",
		"sifre",
		"kata sandi",
		"pasfhocal",
		"focal faire"
	],
	...["slaptažodis", "slaptažodį"],
	...[
		"hasło",
		"haslo",
		"heslo"
	],
	...[
		"пароль",
		"парола",
		"лозинка",
		"lozinka",
		"šifra"
	],
	...[
		"κωδικός πρόσβασης",
		"κωδικός",
		"συνθηματικό",
		"գաղտնաբառ",
		"كلمة المرور",
		"كلمة السر",
		"סיסמה",
		"סיסמא"
	],
	...[
		"पासवर्ड",
		"कूटशब्द",
		"கடவுச்சொல்",
		"รหัสผ่าน",
		"mật khẩu"
	],
	...[
		"パスワード",
		"暗証番号",
		"密码",
		"密碼",
		"口令",
		"비밀번호",
		"암호"
	]
];
const keyWords = [
	...[
		"api-schlüssel",
		"schlüssel",
		"zugangsschlüssel",
		"geheimnis",
		"sleutel",
		"nyckel",
		"nøgle",
		"nøkkel"
	],
	...[
		"clé d'api",
		"clé api",
		"clé secrète",
		"clé",
		"jeton",
		"clave",
		"chave",
		"chiave",
		"cheie"
	],
	...[
		"avain",
		"kulcs",
		"anahtar",
		"kunci",
		"eochair",
		"raktas",
		"klucz",
		"klíč"
	],
	...[
		"ключ",
		"токен",
		"кључ",
		"секрет",
		"κλειδί",
		"բանալի",
		"مفتاح",
		"رمز",
		"מפתח"
	],
	...[
		"कुंजी",
		"टोकन",
		"சாவி",
		"คีย์",
		"khóa"
	],
	...[
		"キー",
		"秘密鍵",
		"トークン",
		"シークレット",
		"密钥",
		"密鑰",
		"令牌",
		"토큰",
		"비밀키",
		"api 키",
		"api키"
	]
];
/** What may follow a word of two characters, which alone would be looked for in vain at too many places. */
const followers = [..."是为為は:：=＝은는이가 \"』」"];
const keywordsOf = (words) => words.flatMap((word) => word.length > 2 ? word : followers.map((follower) => word + follower));
// src/memory/secrets/rules/pairs.ts
/** `confirmPassword1`: the name of a variable, not a password. */
const variableName = /^[a-z_$][\w$]*(?:pass|pwd|secret)[\w$]*$/i;
const passwordNames = [
	"password",
	"passwd",
	"passphrase",
	"passcode",
	"pwd"
];
const names = passwordNames.join("|");
const secretNames = [
	"secret",
	"token",
	"api_key",
	"apikey",
	"api-key",
	"api key",
	"access_key",
	"access-key",
	"accesskey",
	"auth_key",
	"authkey",
	"app_key",
	"application_key",
	"consumer_key",
	"client_key",
	"session_key",
	"shared_key",
	"private_key",
	"privatekey",
	"signing_key",
	"encryption_key",
	"master_key",
	"service_key",
	"account_key",
	"license_key",
	"credential"
];
/** Secrets of any issuer, recognised by the name in front of them. */
const pairRules = [
	...provider("Any name of a password", "docs/security.md", noted, caseInsensitiveRule("password", passwordNames, String.raw`(?<head>(?:${names})[\w.-]{0,20}${assigned}${quote})[^\s"'\x60\\]{6,200}(?=\\?["'\x60])`, looksLikePassword), caseInsensitiveRule("password", passwordNames, String.raw`(?<head>(?:${names})[\w.-]{0,20}${assigned})[^\s"'\x60,;&\\]{5,199}[^\s"'\x60,;&\\.):]`, (secret) => looksLikePassword(secret) && !variableName.test(secret)), caseInsensitiveRule("password", [
		"pass=",
		"pass =",
		"pass:",
		"pass\"",
		"pw=",
		"pw:"
	], String.raw`(?<=^|[^a-z])(?<head>(?:pass|pw)${assigned}(?:${quote})?)[^\s"'\x60,;&\\]{5,199}[^\s"'\x60,;&\\.):]`, (secret) => looksChosen(secret) && !variableName.test(secret))),
	...provider("Any name of a key", "docs/security.md", noted, caseInsensitiveRule("secret", secretNames, String.raw`(?<head>(?:secret|token|(?:api|access|auth|app|application|consumer|client|session|shared|private|signing|encryption|master|service|account|license)[_ -]?key|credential)[\w.-]{0,30}${assigned}${quote}?(?:bearer |token )?)[\w+/=~.-]{16,400}(?![\w(])`, looksRandom)),
	...provider("A password in a sentence", "docs/security.md", noted, caseInsensitiveRule("password", passwordNames, String.raw`(?<head>(?:${names})[ \t][^\n:=,.;"'\x60<>(){}]{2,48}?(?:[ \t]is[ \t]|:[ \t])(?:now[ \t])?${openingQuote}?)[^\s"'\x60,;“”]{6,100}[^\s"'\x60,;“”.):!?]`, looksChosen), caseInsensitiveRule("password", keywordsOf(passwordWords), String.raw`(?<head>(?:${passwordWords.join("|")})${assignedInProse}${openingQuote}?)[\x21\x23-\x26\x28-\x5f\x61-\x7e]{4,100}[\w!@#$%^&*+=~-]`, looksLikePassword), caseInsensitiveRule("secret", keywordsOf(keyWords), String.raw`(?<head>(?:${keyWords.join("|")})${assignedInProse}${openingQuote}?)[\w+/=~.-]{16,400}`, looksRandom))
];
// src/memory/secrets/rules/payments.ts
/** Keys of payments, shops, shipping, banks and exchanges. */
const paymentRules = [
	provider("Stripe", "https://docs.stripe.com/keys", noted, token("stripe-key", [
		"sk_live_",
		"sk_test_",
		"rk_live_",
		"rk_test_",
		"sk_prod_",
		"rk_prod_"
	], "[A-Za-z0-9]{16,}"), token("stripe-webhook-secret", "whsec_", "[A-Za-z0-9+/=]{24,}")),
	provider("Square", "https://developer.squareup.com/docs/build-basics/access-tokens", noted, token("square-token", ["sq0atp-", "sq0csp-"], "[\\w-]{22,}"), wordToken("square-token", "EAAA", "[\\w-]{56,64}", looksRandom)),
	provider("Shopify", "https://shopify.dev/docs/apps/build/authentication-authorization", noted, token("shopify-token", [
		"shpat_",
		"shpca_",
		"shppa_",
		"shpss_",
		"shpua_",
		"shptka_"
	], "[0-9A-Fa-f]{32,}")),
	provider("Braintree", "https://developer.paypal.com/braintree/docs/guides/authorization", noted, token("braintree-token", ["access_token$production$", "access_token$sandbox$"], "[0-9a-z]{16}\\$[0-9a-f]{32}")),
	provider("PayPal", ...kingfisher, named("paypal-secret", "paypal", "[A-Za-z0-9_-]{60,80}")),
	provider("Adyen", "https://docs.adyen.com/development-resources/api-credentials", noted, wordToken("adyen-key", ["AQE", "AQF"], "[A-Za-z0-9+/]{30,200}\\*-?[\\w+/=-]{20,}(?:-[^\\s\"']{10,60})?")),
	provider("Mollie", "https://docs.mollie.com/reference/authentication", noted, rule("mollie-key", ["live_", "test_"], "(?<![\\w-])(?:live|test)_[A-Za-z0-9]{30,35}(?!\\w)", looksRandom)),
	provider("GoCardless", ...gitleaks, rule("gocardless-token", ["live_", "sandbox_"], "(?<![\\w-])(?:live|sandbox)_[\\w=-]{40}(?![\\w-])", looksRandom)),
	provider("Razorpay", "https://razorpay.com/docs/api/authentication", noted, wordToken("razorpay-key", ["rzp_live_", "rzp_test_"], "[A-Za-z0-9]{14,24}")),
	provider("Flutterwave", ...gitleaks, token("flutterwave-key", ["FLWSECK_TEST-", "FLWSECK-"], "[0-9a-z]{12,32}(?:-X)?")),
	provider("Pagar.me", ...kingfisher, wordToken("pagarme-key", ["ak_live_", "ak_test_"], "[A-Za-z0-9]{30}")),
	provider("Paddle", "https://developer.paddle.com/api-reference/about/api-keys", noted, token("paddle-key", [
		"pdl_live_apikey_",
		"pdl_sdbx_apikey_",
		"pdl_ntfset_"
	], "[A-Za-z0-9_/+]{30,}")),
	provider("Plaid", ...gitleaks, wordToken("plaid-token", [
		"access-sandbox-",
		"access-development-",
		"access-production-"
	], uuid), named("plaid-secret", "plaid", "[0-9a-f]{30}")),
	provider("Wise", ...kingfisher, named("wise-token", ["transferwise", "wise_"], uuid)),
	provider("Coinbase", ...gitleaks, named("coinbase-key", "coinbase", "[\\w-]{64}|[A-Za-z0-9]{32}")),
	provider("Binance", "https://developers.binance.com/docs/binance-spot-api-docs", noted, named("binance-key", "binance", "[A-Za-z0-9]{64}")),
	provider("Kraken", ...gitleaks, named("kraken-secret", "kraken", "[A-Za-z0-9/=_+-]{80,90}")),
	provider("KuCoin", ...gitleaks, named("kucoin-secret", "kucoin", `${uuid}|[0-9a-f]{24}`)),
	provider("Infura", ...kingfisher, named("infura-key", "infura", "[0-9a-f]{32}")),
	provider("Alchemy", ...kingfisher, named("alchemy-key", "alchemy", "[\\w-]{32}")),
	provider("Etherscan", ...kingfisher, named("etherscan-key", [
		"etherscan",
		"bscscan",
		"polygonscan"
	], "[A-Z0-9]{34}")),
	provider("Shippo", ...gitleaks, wordToken("shippo-token", ["shippo_live_", "shippo_test_"], "[0-9a-fA-F]{40}")),
	provider("EasyPost", ...gitleaks, wordToken("easypost-key", ["EZAK", "EZTK"], "[A-Za-z0-9]{54}")),
	provider("Lob", ...gitleaks, named("lob-key", "lob_", "(?:live|test)_[0-9a-f]{35}")),
	provider("Duffel", ...gitleaks, wordToken("duffel-token", ["duffel_live_", "duffel_test_"], "[\\w=-]{43}")),
	provider("Flexport", ...kingfisher, wordToken("flexport-token", "shltm_", "[\\w-]{40}")),
	provider("Etsy", ...gitleaks, named("etsy-key", "etsy", "[a-z0-9]{24}")),
	provider("Finnhub", ...gitleaks, named("finnhub-key", "finnhub", "[a-z0-9]{20}"))
].flat();
// src/memory/secrets/rules.ts
/** Where two rules match the same text, the earlier one gives the kind: providers first, then forms, then names. */
const rules = [
	...messagingRules,
	...cloudRules,
	...hostingRules,
	...developerToolRules,
	...aiRules,
	...paymentRules,
	...observabilityRules,
	...businessRules,
	...keyRules,
	...addressRules,
	...commandRules,
	...headerRules,
	...pairRules
];
// src/memory/secrets/find-secrets.ts
const words$1 = rules.flatMap(({ keywords, ignoresCase }, rule) => keywords.map((text) => ({
	text,
	ignoresCase,
	rule
})));
const scan = createKeywordScan(words$1);
/**
* Keywords inside a longer match are skipped: otherwise a text of repeated keywords, each of which matches to the end,
* would take quadratic time.
*/
const maxKeyLength = 512;
/** Characters between two stops: a few milliseconds, if they are full of keywords. */
const charactersPerSlice = 2e4;
/** Of a text that is short, or that nobody waits for. */
const findSecrets = (text) => runWhole(scanForSecrets(text));
/** Secrets in the order of the text. Overlapping matches are joined and get the kind of the earlier rule. */
function* scanForSecrets(text) {
	const found = [];
	let skipUntil;
	const onFound = (word, at) => {
		const { rule } = words$1[word];
		if (at < (skipUntil?.get(rule) ?? 0)) return;
		const match = matchAt(rules[rule], text, at);
		if (match === void 0) return;
		if (match.end - at > maxKeyLength) {
			skipUntil ??= /* @__PURE__ */ new Map();
			skipUntil.set(rule, match.end);
		}
		const { kind, accepts } = rules[rule];
		if (accepts(text.slice(match.start, match.end))) found.push({
			kind,
			rule,
			...match
		});
	};
	for (let from = 0; from < text.length; from += charactersPerSlice) {
		if (from > 0) yield;
		scan(text, from, Math.min(text.length, from + charactersPerSlice), onFound);
	}
	if (found.length < 2) return found.map(({ kind, start, end }) => ({
		kind,
		start,
		end
	}));
	found.sort((a, b) => a.start - b.start || a.rule - b.rule);
	const joined = [];
	for (const next of found) {
		const last = joined.at(-1);
		if (last === void 0 || next.start >= last.end) joined.push(next);
		else {
			const named = next.rule < last.rule ? next : last;
			joined[joined.length - 1] = {
				...named,
				start: last.start,
				end: Math.max(last.end, next.end)
			};
		}
	}
	return joined.map(({ kind, start, end }) => ({
		kind,
		start,
		end
	}));
}
function matchAt({ pattern }, text, at) {
	pattern.lastIndex = at;
	const match = pattern.exec(text);
	if (match === null) return void 0;
	const { head = "", lead = "" } = match.groups ?? {};
	return {
		start: at + head.length - lead.length,
		end: at + match[0].length
	};
}
// src/memory/secrets/find-named-secrets.ts
/** A longer value is no password or key that is recognised by its name alone. */
const maxLength$1 = 1200;
/** Also finds secrets that only the field name reveals, as in `{ "password": "…" }`: scans `name="text"`. */
function* findNamedSecrets(text, name, find = scanForSecrets) {
	const found = yield* find(text);
	if (found.length > 0 || name === "" || text.length > maxLength$1 || /\s/.test(text)) return found;
	const lead = `${name}="`;
	return findSecrets(`${lead}${text}"`).flatMap(({ kind, start, end }) => start < lead.length ? [] : [{
		kind,
		start: start - lead.length,
		end: Math.min(end - lead.length, text.length)
	}]);
}
// src/memory/secrets/redact-secrets.ts
/** Replaces each secret by `[masked <kind>]`; `name` is the name of the field, if it has one. */
const redactSecrets = (text, name = "", find) => redact(text, runWhole(findNamedSecrets(text, name, find)));
/** The same for secrets that have been found. */
function redact(text, secrets) {
	if (secrets.length === 0) return {
		text,
		kinds: []
	};
	let redacted = "";
	let from = 0;
	for (const { kind, start, end } of secrets) {
		redacted += `${text.slice(from, start)}[masked ${kind}]`;
		from = end;
	}
	return {
		text: redacted + text.slice(from),
		kinds: [...new Set(secrets.map(({ kind }) => kind))]
	};
}
// src/memory/time.ts
const iso8601 = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d+))?)?(?<zone>Z|(?<sign>[+-])(?<zoneHour>[01]\d|2[0-3])(?::?(?<zoneMinute>[0-5]\d))?)?)?$/;
/** 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: the range of four-digit years. */
const earliest = -621355968e5;
const latest = 0xe677d21fdbff;
/**
* Parses an ISO 8601 date (midnight) or date-time to milliseconds; without a zone it is UTC. Digits past the
* millisecond are dropped. Returns undefined for anything else, since the caller knows which field to name in the error.
* `Date.parse` is too lenient: it accepts "12", reads a time without a zone as local, and turns February 30th into March.
*/
function parseTime(text) {
	const parts = iso8601.exec(text)?.groups;
	if (parts === void 0) return void 0;
	const part = (name) => Number(parts[name] ?? 0);
	const date = /* @__PURE__ */ new Date(0);
	date.setUTCFullYear(part("year"), part("month") - 1, part("day"));
	if (date.getUTCMonth() !== part("month") - 1 || date.getUTCDate() !== part("day")) return void 0;
	const milliseconds = Number((parts.fraction ?? "").slice(0, 3).padEnd(3, "0"));
	date.setUTCHours(part("hour"), part("minute"), part("second"), milliseconds);
	const offsetMinutes = part("zoneHour") * 60 + part("zoneMinute");
	const time = date.getTime() - (parts.sign === "-" ? -offsetMinutes : offsetMinutes) * 6e4;
	return time >= earliest && time <= latest ? time : void 0;
}
// src/plain-object.ts
/** Whether the value is an object, and neither null nor an array. */
const isObject$1 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** The same check for a value that is known to be JSON. */
const isJsonObject = (value) => isObject$1(value);
// src/terminal-colours.ts
const colours = /\u001b\[[\d;]*m/g;
/**
* The output of a program without its colours. Other control sequences stay (`stripVTControlCharacters` of Node.js removes
* them): the key by which a repeated import recognises a tool failure contains this text.
*/
const withoutColours = (text) => text.replace(colours, "");
// src/adapters/foreign-formats/read-transcript.ts
/**
* Reads a session line by line: transcripts of Claude Code and Codex are JSON lines, that of Gemini CLI is one document. A
* call is reported together with its result, which comes lines later.
*/
function createTranscriptReader() {
	const open = /* @__PURE__ */ new Map();
	return (line) => {
		const entry = parsed$1(line);
		if (entry === void 0) return [];
		return [...injectedIn(line, entry), ...eventsIn(entry, open)];
	};
}
function eventsIn(entry, open) {
	if (isJsonObject(entry.payload)) return codexEvents(entry.payload, timeOf(entry), open);
	if (Array.isArray(entry.messages)) return entry.messages.filter(isJsonObject).flatMap(geminiEvents);
	if (isJsonObject(entry.message)) return claudeEvents(entry, entry.message, open);
	return entry.content === void 0 ? [] : geminiEvents(entry);
}
/** The blocks of our own hooks, wherever the client put them. */
function injectedIn(line, entry) {
	if (!line.includes("<world-weaver")) return [];
	return stringsIn(entry).flatMap(injectedTexts).map((text) => ({
		from: "memory",
		text: redacted(text).slice(0, maxTextLength),
		at: null
	}));
}
const stringsIn = (value) => {
	if (typeof value === "string") return [value];
	if (value === null || typeof value !== "object") return [];
	return Object.values(value).flatMap((each) => stringsIn(each));
};
/** A line may have been cut off while it was written. */
function parsed$1(line) {
	if (!line.trimStart().startsWith("{")) return void 0;
	try {
		const value = JSON.parse(line);
		return isJsonObject(value) ? value : void 0;
	} catch {
		return;
	}
}
const internalFlags = [
	"isMeta",
	"isSidechain",
	"isCompactSummary",
	"isApiErrorMessage",
	"isVisibleInTranscriptOnly"
];
/** Leaves out sub-agents and the program's own messages to its model. */
function claudeEvents(entry, { content }, open) {
	if (internalFlags.some((flag) => entry[flag] === true)) return [];
	const from = entry.type === "user" ? "user" : entry.type === "assistant" ? "agent" : void 0;
	if (from === void 0) return [];
	const at = timeOf(entry);
	if (typeof content === "string") return said(from, content, at);
	return (Array.isArray(content) ? content.filter(isJsonObject) : []).flatMap((block) => {
		if (block.type === "text") return said(from, textOf(block.text), at);
		if (block.type === "tool_use") open.set(textOf(block.id), {
			tool: textOf(block.name),
			input: block.input ?? null
		});
		if (block.type !== "tool_result") return [];
		return answered(open, textOf(block.tool_use_id), textOf(block.content), block.is_error === true, at);
	});
}
const codexCalls = /* @__PURE__ */ new Set([
	"function_call",
	"custom_tool_call",
	"local_shell_call"
]);
function codexEvents(payload, at, open) {
	const id = textOf(payload.call_id);
	if (payload.type === "message") {
		const from = payload.role === "user" ? "user" : payload.role === "assistant" ? "agent" : void 0;
		return from === void 0 ? [] : said(from, textOf(payload.content), at);
	}
	if (codexCalls.has(textOf(payload.type))) {
		const input = payload.arguments ?? payload.input ?? payload.action ?? null;
		open.set(id, {
			tool: textOf(payload.name) || "shell",
			input
		});
	}
	if (payload.type !== "function_call_output" && payload.type !== "custom_tool_call_output") return [];
	const output = outputOf(payload.output);
	return answered(open, id, output.text, output.failed, at);
}
/** Codex reports the exit code inside the output. */
function outputOf(output) {
	const result = typeof output === "string" ? parsed$1(output) : isJsonObject(output) ? output : void 0;
	const text = result === void 0 ? textOf(output) : textOf(result.output ?? result.content);
	const exitCode = isJsonObject(result?.metadata) ? result.metadata.exit_code : void 0;
	return {
		text,
		failed: result?.success === false || typeof exitCode === "number" && exitCode !== 0 || /^(?:exit code:|Process exited with code) [1-9]/imu.test(text.slice(0, 400))
	};
}
function geminiEvents(message) {
	const at = timeOf(message);
	const from = message.type === "user" ? "user" : message.type === "gemini" ? "agent" : void 0;
	if (from === void 0) return [];
	const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isJsonObject) : [];
	return [...said(from, textOf(message.content), at), ...calls.map((call) => {
		const output = textOf(call.resultDisplay ?? call.result);
		return toolEvent({
			tool: textOf(call.name),
			input: call.args ?? null,
			output,
			failed: call.status === "error"
		}, at);
	})];
}
function said(from, raw, at) {
	const spoken = messageText(raw);
	return spoken === void 0 ? [] : [{
		from,
		text: redacted(spoken.trim()).slice(0, maxTextLength),
		at
	}];
}
function answered(open, id, output, failed, at) {
	const call = open.get(id);
	open.delete(id);
	if (call === void 0) return [];
	return [toolEvent({
		...call,
		output,
		failed
	}, at)];
}
const toolEvent = ({ input, output, ...call }, at) => ({
	from: "tool",
	at,
	call: {
		...call,
		input: redactedIn(input),
		output: redacted(output).slice(0, maxOutputLength)
	}
});
/** Redacts before the text is cut and after its colours are removed: a partial secret is not recognised. */
const redacted = (text) => redactSecrets(withoutColours(text)).text;
function redactedIn(value) {
	if (typeof value === "string") return redacted(value);
	if (Array.isArray(value)) return value.map(redactedIn);
	return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactedIn(each)])) : value;
}
/** The text of a string, or of the text blocks in a list. */
function textOf(content) {
	if (typeof content === "string") return content;
	if (isJsonObject(content)) return textOf(content.text ?? content.content);
	if (!Array.isArray(content)) return "";
	return content.map(textOf).filter((text) => text !== "").join("\n");
}
/** Null if a memory cannot have this time. */
function timeOf({ timestamp }) {
	if (typeof timestamp === "string") return parseTime(timestamp) ?? null;
	const date = new Date(typeof timestamp === "number" ? timestamp : NaN);
	return Number.isNaN(date.getTime()) ? null : parseTime(date.toISOString()) ?? null;
}
// src/adapters/foreign-formats/untrusted-json.ts
/** Undefined if the text is not a JSON object. */
function parseObject(text) {
	try {
		const value = JSON.parse(text);
		return isObject$1(value) ? value : void 0;
	} catch {
		return;
	}
}
const objectIn = (from, key) => {
	const value = from?.[key];
	return isObject$1(value) ? value : void 0;
};
/** Undefined if it is missing or blank. */
const textIn = (from, key) => {
	const value = from?.[key];
	return typeof value === "string" && value.trim() !== "" ? value : void 0;
};
// src/adapters/foreign-formats/transcript-origin.ts
/** Reads it from the first lines of a transcript. */
function originOf(lines) {
	const records = lines.flatMap((line) => {
		const record = parseObject(line);
		return record === void 0 ? [] : [record];
	});
	const meta = records.find(({ type }) => type === "session_meta");
	return meta === void 0 ? originInClaudeCode(records) : originInCodex(objectIn(meta, "payload"));
}
function originInClaudeCode(records) {
	const messages = records.filter(({ type }) => type === "user" || type === "assistant");
	const entrypoint = messages.map((each) => textIn(each, "entrypoint")).find((each) => each !== void 0);
	const [first] = messages;
	return {
		start: textIn(first, "uuid") ?? null,
		isHeadless: entrypoint?.startsWith("sdk") ?? false,
		isSubAgent: first?.isSidechain === true
	};
}
function originInCodex(meta) {
	const source = meta?.source;
	return {
		start: textIn(meta, "id") ?? null,
		isHeadless: source === "exec" || source === "mcp" || meta?.originator === "codex_exec",
		isSubAgent: isObject$1(source) && "subagent" in source || meta?.thread_source === "subagent"
	};
}
// src/memory/recall/text/stop-words.ts
const sets = new Map(Object.entries({
	en: `a about above after again against all also am an and any anyone anything are aren't as at be because been before
    being below between both but by can can't cannot could couldn't couldnt did didn't didnt do does doesn't doesnt doing
    don don't dont down during each else ever every few for from further get gets getting give given go goes going got had
    hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd
    i'll i'm i've if in into is isn't isnt it it's its itself just let let's like ll many me might more most much must
    my myself no nor not now of off on once one only or other our ours ourselves out over own per please re really s same
    shall she she'd she'll she's should shouldn't so some someone something such t than that that's the their theirs them
    themselves then there there's these they they'd they'll they're they've thing things this those through to too under
    until up upon us ve very via was wasn't we we'd we'll we're we've were weren't what what's whats when when's where
    where's whether which while who who's whom whose why will with within without won't wont would wouldn't yes yet you
    you'd you'll you're you've your yours yourself yourselves`,
	de: `aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des dich die dies diese dieser
    dieses dir doch du durch ein eine einem einen einer eines er es euch für habe haben hat hatte hier ich ihm ihn ihnen
    ihr ihre im in ist ja kann kein keine mein meine mich mir mit nach nicht noch nur ob oder sehr sein seine sich sie
    sind so um und uns unser vom von vor war waren warum was weil wenn wer wie wieder wir wird wo wurde wurden zu zum zur
    über`,
	fr: `ai as au aux avec ce ces cet cette c d dans de des du elle elles en est et eu il ils j je l la le les leur leurs lui
    m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu que quel quelle qui s sa sans se ses si son
    sont sur t ta te tes toi ton tu un une vos votre vous y à été être était`,
	es: `a al algo ante como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta está
    estaba este esto fue ha han hay la las le les lo los me mi mis mucho muy más nada ni no nos nosotros o para pero por
    porque que quien qué se ser si sin sobre son su sus sí también te tiene tu tus un una uno unos y ya yo él`,
	it: `a ad ai al alla alle anche che chi ci col come con cui da dai dal dalla degli dei del della delle di dove e ed era
    fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne nei nel nella noi non o per perché più
    quando quello questa questo se sei si sia sono su sua suo ti tra tu un una uno vi voi è`,
	pt: `a ao aos as até com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi
    há isso já lhe mais mas me meu minha muito na nas nem no nos nossa nosso não nós o os ou para pela pelo por qual
    quando que quem se sem ser seu sua são só também te tem um uma você é`,
	nl: `aan al als bij dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben heeft het hier hij
    hoe hun ik in is je kan maar me meer men met mij mijn na naar niet nog nu of om omdat ons ook op over te tot u uit
    van veel voor waar wat we wel werd wie wij wil worden wordt zal ze zich zij zijn zo zou`,
	sv: `alla att av blev bli då de dem den denna det dig din du där efter ej eller en er ett från för ha hade han hans har
    hon honom hur här i icke inte jag kan man med men mig min mot mycket ni nu när och om oss på sig sin ska som så till
    under upp ut vad var vara varit vi vid vill är över`,
	da: `af alle at blev da de dem den der deres det dig din du efter eller en er et for fra før ham han hans har havde hun
    hvad hvis hvor i ikke ind jeg kan man med meget men mig min mod nu når og også om op os over på sig skal som til ud
    var ved vi vil være`,
	no: `alle at av ble da de deg dem den der det du eller en er et etter for fra før ha hadde han hans har henne her hos
    hun hva hvis hvor i ikke jeg kan man med meg men min mot nå når og også om opp oss over på seg selv skal som til ut
    var ved vi vil være`,
	fi: `ei ehkä eli en ennen että he hän ja jo joka jos kanssa kuin kun me mikä mitä mutta myös ne niin nyt ole oli olla on
    ovat se sekä sen siitä sinä tai te tämä tässä vain voi`,
	pl: `a ale bez bo być był była było by co czy dla do gdy gdzie go i ich ja jak jako je jego jej jest już kiedy kto które
    który lub ma mi mnie może my na nad nie o od on ona po pod przez przy się są ta tak tam te tego ten to tu tym w we z
    za ze że`,
	ru: `а бы был была были было быть в во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к
    как когда кто ли меня мне мы на нас не него нет но о об он она они от по под при с со так там то того только ты у уже
    что чтобы это этот я`,
	tr: `ama bana ben bir biz bu çok da daha de değil diye en gibi hem her için ile ise kadar ki mi mı ne neden o olan olarak
    oldu onu sen siz şu ve veya var ya yok`
}).map(([language, words]) => [language, new Set(words.split(/\s+/))]));
const none = /* @__PURE__ */ new Set();
/** Lower-case words with their accents. Empty for a language that has no list. */
function stopWords(language) {
	return sets.get(language) ?? none;
}
/** The languages of each function word, so that one look-up votes for all of them. */
const languagesOfStopWord = (() => {
	const byWord = /* @__PURE__ */ new Map();
	for (const [language, words] of sets) for (const word of words) byWord.set(word, [...byWord.get(word) ?? [], language]);
	return byWord;
})();
// src/memory/recall/text/english-stem.ts
/**
* Snowball's English stemmer (Porter2), https://snowballstem.org/algorithms/english/stemmer.html.
* Written out because the library's English stemmer turns "adoption" into "adop" but "adopt" into "adopt".
*/
const exceptions = new Map(pairs(`skis→ski skies→sky dying→die lying→lie tying→tie idly→idl gently→gentl ugly→ugli early→earli only→onli
    singly→singl sky→sky news→news howe→howe atlas→atlas cosmos→cosmos bias→bias andes→andes`));
const unchangedAfterPlural = /^(?:inning|outing|canning|herring|earring|evening|proceed|exceed|succeed)$/;
const irregularR1 = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/;
const vowel = /[aeiouy]/;
const step2 = pairs(`ational→ate ization→ize fulness→ful ousness→ous iveness→ive tional→tion biliti→ble lessli→less
  ogist→og entli→ent ation→ate alism→al aliti→al ousli→ous iviti→ive fulli→ful enci→ence anci→ance abli→able izer→ize
  ator→ate alli→al bli→ble`);
const step3 = pairs("ational→ate tional→tion alize→al icate→ic iciti→ic ical→ic ness→ ful→");
const step4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/;
function pairs(list) {
	return list.split(/\s+/).map((pair) => pair.split("→"));
}
/** The region after the first non-vowel that follows a vowel, as its start. */
function regionAfter(word, from) {
	for (let at = from; at + 1 < word.length; at++) if (vowel.test(word[at]) && !vowel.test(word[at + 1])) return at + 2;
	return word.length;
}
/** A vowel between non-vowels (the last not w, x or Y) at the end, or a whole word of vowel + non-vowel. */
function endsInShortSyllable(word) {
	return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|^past)$/.test(word);
}
function replaceSuffix(word, r1, rules) {
	for (const [suffix, replacement] of rules) {
		if (!word.endsWith(suffix)) continue;
		const start = word.length - suffix.length;
		return start >= r1 ? word.slice(0, start) + replacement : word;
	}
}
function removePlural(word) {
	if (word.endsWith("sses")) return word.slice(0, -2);
	if (word.endsWith("ied") || word.endsWith("ies")) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
	if (/[^us]s$/.test(word) && vowel.test(word.slice(0, -2))) return word.slice(0, -1);
	return word;
}
function removePastAndGerund(word, r1) {
	const eed = /eed(?:ly)?$/.exec(word);
	if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
	const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
	if (!ending) return word;
	const rest = word.slice(0, ending.index);
	if (!vowel.test(rest)) return word;
	if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
	if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
	return r1 >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest;
}
function stemEnglish(input) {
	if (input.length <= 2) return input;
	const exception = exceptions.get(input);
	if (exception !== void 0) return exception;
	let word = input.replace(/^y|([aeiouy])y/g, (_, before) => `${before ?? ""}Y`);
	const irregular = irregularR1.exec(word);
	const r1 = irregular ? irregular[0].length : regionAfter(word, 0);
	const r2 = regionAfter(word, r1);
	word = removePlural(word);
	if (unchangedAfterPlural.test(word)) return word;
	word = removePastAndGerund(word, r1);
	if (/[^aeiouy][yY]$/.test(word) && word.length > 2) word = `${word.slice(0, -1)}i`;
	const second = replaceSuffix(word, r1, step2);
	if (second !== void 0) word = second;
	else if (word.endsWith("logi") && word.length - 3 >= r1) word = word.slice(0, -1);
	else if (/[cdeghkmnrt]li$/.test(word) && word.length - 2 >= r1) word = word.slice(0, -2);
	const third = replaceSuffix(word, r1, step3);
	if (third !== void 0) word = third;
	else if (word.endsWith("ative") && word.length - 5 >= r2) word = word.slice(0, -5);
	const fourth = step4.exec(word);
	if (fourth) {
		if (fourth.index >= r2) word = word.slice(0, fourth.index);
	} else if (/[st]ion$/.test(word) && word.length - 3 >= r2) word = word.slice(0, -3);
	if (word.endsWith("e")) {
		const start = word.length - 1;
		if (start >= r2 || start >= r1 && !endsInShortSyllable(word.slice(0, -1))) word = word.slice(0, -1);
	} else if (word.endsWith("ll") && word.length - 1 >= r2) word = word.slice(0, -1);
	return word.replaceAll("Y", "y");
}
// src/memory/hooks/request-words.ts
const words = new Set(Object.values({
	agreeing: `ahead alright amazing awesome cool correct done exactly excellent fine good great hello hey hi hmm nice nope
    ok okay oops perfect please right sorry sure thank thanks true well wonderful wow yeah yep yup`,
	asking: `able actually advice answer ask believe better clear compare confirm consider could describe difference
    different elaborate example explain figure guess help hint hope idea know mean need opinion option possible prefer
    question reason recommend show suggest summarise summarize summary tell think understand want wish wonder`,
	doing: `abort accept add adjust allow append apply approach attempt avoid begin break bring build call cancel carry
    change check choose clean clear close combine come commit compile complete continue convert copy correct cover
    create cut debug declare define delete deliver detect develop disable discard do document drop edit enable
    ensure execute expand expect expose extend extract fail fetch fill filter find finish fix follow format generate
    get give go grab grep handle happen hide hold ignore implement import improve include increase indent inline
    insert inspect introduce investigate iterate keep leave lint list load log look loop make measure mention merge
    modify move open optimise optimize organise organize output override parse pass paste patch perform pick place
    plan polish prepare print proceed produce provide pull push put read rebase rebuild recheck redo reduce refactor
    refer reformat regenerate remove rename reorder repair repeat replace reply report reset resolve restart restore
    resume return reuse revert review rewrite roll run save scan see select send separate set simplify skip solve
    sort specify split squash start stash stay stop stub support swap switch take test throw tidy touch translate
    trim try turn undo unify uninstall unwrap update upgrade use validate verify view wait watch work wrap write`,
	code: `argument array attribute block body boolean branch buffer bug callback case cast char character class code
    command comment condition console const constant constructor content context counter default dependency diff
    directory doc docstring documentation element entry enum error exception export expression field file folder
    function functionality getter handler helper id import index input instance int integer interface issue item
    iterator js json lib library line lint linter list literal loop main map markdown method module name namespace
    null number object operator option param parameter part path pattern pointer problem process program project
    prompt property readme regex repo repository result return root row scope screen section set setter setting
    setup signature size snippet spec statement step string struct style syntax tag task todo tool ts type unit
    value var variable version warning yaml`,
	judging: `again all another any bad best big bit both broken certain clean common complete complex current direct
    duplicate each easy either empty entire every exact existing extra fast few final first free full further
    general green half hard high important incorrect initial instead just kind large last late least left less like
    little local long longer lot low many maybe messy minor missing more most much necessary new next normal nothing
    obvious old only original other over own perhaps pretty previous proper public quick quickly rather ready real
    recent red relevant remaining rest same second separate several short shorter similar simple simpler single slow
    small smaller some special specific still strange such third tiny together top total two type ugly unused useful
    various whole wrong`,
	time: `after afternoon already always back before day ever hour later minute moment month morning never now often once
    soon then time today tomorrow tonight week yesterday year`,
	place: `above around away below bottom down elsewhere end everything everywhere here inside near off out outside side
    somewhere there underneath up way where`,
	people: `anybody anyone colleague everybody everyone guy man people person somebody someone`
}).flatMap((list) => list.split(/\s+/)));
/** Computed on first use: it takes longer than everything else for a short prompt (`npm run bench:hooks`). */
let stems;
/** Whether the word is listed in any form. Expects lower case. */
function isRequestWord(word) {
	if (words.has(word)) return true;
	stems ??= new Set(Array.from(words, stemEnglish));
	return stems.has(stemEnglish(word));
}
// src/memory/hooks/prompt-parts.ts
/** A longer prompt contains a pasted file; its beginning says what it is about. */
const maxPromptLength = 4e3;
/** A longer prompt is about several things and is queried in parts only. */
const maxWholeLength = 400;
const maxPartLength = 300;
const maxParts = 6;
const stops = stopWords("en");
const boundary$1 = /[.!?;:](?=\s|$)|\n+|,\s|\s(?:and|then|but|because|since|so that|while|und|dann)\s/giu;
const word = /[\p{L}\p{N}_]{3,}/gu;
/** The prompt as a whole, and its parts when several of them have a subject; nothing when the prompt has none. */
function partsOf(prompt) {
	const own = userText(prompt);
	if (!hasSubject(own, 1)) return [];
	const pieces = own.split(boundary$1).filter((piece) => piece.trim() !== "");
	const parts = pieces.map((piece) => piece.trim().slice(0, maxPartLength)).filter((part) => hasSubject(part, 2));
	const distinct = pieces.length === 1 && own.length <= maxWholeLength ? [] : [...new Set(parts)].slice(0, maxParts);
	return [...own.length <= maxWholeLength ? [{
		text: own,
		isPart: false
	}] : [], ...distinct.map((text) => ({
		text,
		isPart: true
	}))];
}
/** Whether at least `min` words are neither function words nor request words. */
function hasSubject(text, min) {
	return wordsOf(text).filter((each) => !stops.has(each) && !isRequestWord(each)).length >= min;
}
/** What the user wrote, without what hooks injected. */
const userText = (prompt) => stripInjections(prompt).slice(0, maxPromptLength).trim();
/** The words of three letters or more, in lower case. */
const wordsOf = (text) => text.toLowerCase().match(word) ?? [];
// src/memory/hooks/session/repetition.ts
/** A sentence repeats a text that contains at least this share of its words. */
const minShare = .8;
/** A sentence with fewer words is never a repetition. */
const minWords = 3;
/** Returns a check whether a sentence only repeats one of the texts that were injected or recalled. */
function createRepetitionCheck(remembered) {
	const known = remembered.flatMap(statements).map(contentWords);
	return (sentence) => repeatsOneOf(contentWords(sentence), known);
}
/** Longer texts hold many statements: a sentence with words of all of them repeats none. */
const maxWhole = 600;
const boundary = /\n|(?<=[.!?])\s|"[,:]\s?"?/;
/** The statements of a text, which may be lines of a file or JSON that a tool returned. */
function statements(text) {
	const parts = text.split(boundary);
	return text.length <= maxWhole ? [text, ...parts] : parts;
}
/** Whether at least one of the texts says all but the same. */
function repeatsOneOf(words, known) {
	if (words.size < minWords) return false;
	return known.some((text) => [...words].filter((word) => text.has(word)).length / words.size >= minShare);
}
/** The stems of a text's words, without stop words. */
function contentWords(text) {
	const stops = stopWords("en");
	const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
	return new Set(words.filter((word) => !stops.has(word)).map(stemEnglish));
}
// src/memory/hooks/session/tool-calls.ts
/** The most informative argument: the command or the file. */
function argumentOf({ input }) {
	const given = argumentsIn(input);
	if (given === void 0) return typeof input === "string" ? input : "";
	const { command, cmd, file_path, path, pattern, url, query } = given;
	const value = command ?? cmd ?? file_path ?? path ?? pattern ?? url ?? query ?? "";
	const words = Array.isArray(value) ? value.map(String) : [String(value)];
	return words.length === 3 && /^-l?c$/.test(words[1] ?? "") ? words[2] ?? "" : words.join(" ");
}
/** The path that a call names as its argument. */
function pathOf({ input }) {
	const { file_path, path, notebook_path } = argumentsIn(input) ?? {};
	const value = file_path ?? path ?? notebook_path;
	return typeof value === "string" ? value : void 0;
}
const editing = /^(?:edit|write|multiedit|notebookedit|write_file|replace|create_file)$/i;
const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;
/** The files that a call changed. */
function changedBy(call) {
	if (call.failed) return [];
	const path = pathOf(call);
	if (editing.test(call.tool)) return path === void 0 ? [] : [path];
	const text = patchIn(call.input);
	return text.includes("*** ") ? Array.from(text.matchAll(patched), ([, file]) => file?.trim() ?? "") : [];
}
const recalling = /(?:^|__)(?:recall(?:_\w+)?|semantic_recall|query_at_time|get_memory|how_to|gwt_\w+)$/;
const isRecalling = ({ tool }) => recalling.test(tool);
/** Codex CLI passes a patch as the text itself, as a field of JSON text, or to a shell. */
function patchIn(input) {
	const given = argumentsIn(input);
	if (given === void 0) return typeof input === "string" ? input : "";
	const { input: text, patch, command, cmd } = given;
	const value = text ?? patch ?? command ?? cmd ?? "";
	return Array.isArray(value) ? value.join("\n") : String(value);
}
/** Codex CLI writes the arguments of a call as JSON text. */
function argumentsIn(input) {
	const value = typeof input === "string" && input.startsWith("{") ? parsed(input) : input;
	return value !== null && typeof value === "object" && !Array.isArray(value) ? value : void 0;
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
// src/memory/hooks/session/failures.ts
const maxLineLength = 240;
const namesError = /\b(?:error|exception|fatal|failed|failure|cannot|can['’]t|denied|refused|not found|timed out|no such|undefined|unresolved|mismatch)\b|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b/iu;
/** Mistakes of the agent with its own tools, and what the person refused: they tell nothing of the project. */
const ownMistake = /tool_use_error|has not been read yet|string to replace|not found in file|does not exist|no such file or directory|is a directory|exceeds maximum|user doesn['’]t want|requested permissions|interrupted by user|regex parse error|status code 4\d\d|no matches found|command not found/iu;
const isOwnMistake = (output) => ownMistake.test(output);
/**
* Failures that bear on what the session was about, each with what solved it: another command, or a change of files. A test
* that fails until its code is written says nothing.
*/
function failuresIn(calls, subject) {
	const about = subject.map(contentWords);
	return calls.flatMap((call, place) => {
		if (!call.failed || isRecalling(call) || isOwnMistake(call.output)) return [];
		const reason = errorLine(call.output);
		if (reason === void 0 || !namesError.test(reason)) return [];
		const solution = solutionOf(call, calls.slice(place + 1));
		if (!about.some((words) => sharedWords(contentWords(reason), words) >= 2) && solution?.isOther !== true) return [];
		const isLast = !calls.slice(place + 1).some((each) => each.tool === call.tool && !each.failed);
		const solved = solution?.text ?? (isLast ? "not solved" : void 0);
		return [`${describe(call)} failed: ${reason}${solved === void 0 ? "" : `; ${solved}`}`];
	});
}
function solutionOf(failed, later) {
	const place = later.findIndex((call) => call.tool === failed.tool && !call.failed && isSameWork(call, failed));
	const worked = later[place];
	if (worked === void 0) return void 0;
	if (argumentOf(worked) !== argumentOf(failed)) return {
		text: `then worked: ${describe(worked)}`,
		isOther: true
	};
	const changed = [...new Set(later.slice(0, place).flatMap(changedBy))];
	return {
		text: changed.length === 0 ? "then worked" : `then worked after a change of ${changed.slice(0, 3).join(", ")}`,
		isOther: false
	};
}
/** A later command does the same work if it begins alike or names half of what the failed one did. */
function isSameWork(call, failed) {
	const beginning = (each) => argumentOf(each).split(" ").slice(0, 2).join(" ");
	if (beginning(call) === beginning(failed)) return true;
	const words = contentWords(argumentOf(failed));
	return words.size === 0 || sharedWords(words, contentWords(argumentOf(call))) >= words.size / 2;
}
const sharedWords = (some, others) => [...some].filter((word) => others.has(word)).length;
const describe = (call) => cutLine(`${call.tool} ${argumentOf(call)}`, maxLineLength);
/** The first line that names an error, else the first line. */
function errorLine(output) {
	const lines = output.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !/^at .+:\d+/.test(line));
	const line = lines.find((each) => namesError.test(each) && !/^(?:FAIL|Traceback|make\[)/.test(each)) ?? lines[0];
	return line === void 0 ? void 0 : cutLine(line, maxLineLength);
}
function cutLine(text, maxLength) {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`;
}
// src/memory/recall/query/question.ts
const mark = /[?？؟]/;
const tail = /[?？؟][^.!?。！？]{0,120}$/;
const endings = /(?:吗|呢|ですか|ますか|でしょうか|까)[。.!！\s]*$/u;
function isQuestion(text) {
	return mark.test(text) && tail.test(text) || endings.test(text);
}
// src/memory/recall/text/quotes.ts
/** Quoted text, in the quotation marks of the languages that recall supports. */
const quoted = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」/gu;
const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`/gu;
const quotedLine = /^[ \t]*>.*$/gmu;
/** Replaces code and quotations by blanks of the same length, so that positions stay. */
function withoutQuotes(text) {
	const blank = (found) => " ".repeat(found.length);
	return text.replace(code, blank).replace(quotedLine, blank).replace(quoted, blank);
}
// src/memory/lessons/instructions.ts
const introduction = String.raw`^(?:(?:please|and|but|so|also|ok|okay|next time|from now on|in future|in the future|you should|you must|we should|we must|make sure(?: that)? you|be sure to)[,:]?\s+)*`;
const demand = new RegExp(`${introduction}(?:(?<always>always)|(?<never>never|don['’]t ever|do not ever)|(?<remember>remember to|don['’]t forget to|do not forget to))\\s+(?!mind\\b)\\p{L}`, "iu");
const condition = /(?:^|[\s,])((?:when|whenever|before|after|if|while|unless|until)\s+\p{L}.*?)(?=,\s|[.!;]?\s*$)/iu;
/** A longer input contains a pasted page, and a longer sentence is no instruction. */
const maxInputLength = 5e3;
const maxSentenceLength = 500;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** RSB2: the user's sentences with "remember to", "always" or "never"; quotations are ignored. */
function instructionsIn(userInput) {
	const own = withoutQuotes(userInput.slice(0, maxInputLength));
	return Array.from(sentences.segment(own)).flatMap(({ segment, index }) => {
		if (segment.length > maxSentenceLength) return [];
		const text = userInput.slice(index, index + segment.length).trim();
		const clause = afterCondition(segment.trim());
		const match = demand.exec(clause);
		if (match === null || isQuestion(segment)) return [];
		return [{
			text,
			isForbidding: match.groups?.never !== void 0,
			when: condition.exec(text)?.[1] ?? null
		}];
	});
}
/** "When you deploy, always …": the demand follows the condition. */
const afterCondition = (sentence) => /^(?:when|whenever|before|after|if|while|unless|until)\b/iu.test(sentence) ? sentence.replace(/^[^,]*,\s*/u, "") : sentence;
// src/memory/hooks/session/phrases.ts
/**
* Phrases by which people and agents mark what a session came to, in English and German. A sentence in another language is
* judged by its place in the session alone.
*/
const either = (...phrases) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases.join("|")})(?![\\p{L}\\p{N}_])`, "iu");
/** Why something is so. */
const explains = either("root cause|(?:cause|reason|problem|culprit|bug|issue|fix|solution|trick|key) (?:was|is)|turns out|turned out", "because|caused by|due to|came from|comes from|therefore|which is why|that is why|that[’']s why|hence|thus|as a result", "so that|(?<=, )so|and so", "without an?|never removed|not thread.safe|does not|do not|doesn[’']t|don[’']t", "weil|deshalb|daher|deswegen|darum|Ursache|Grund|lag an|liegt an|liegt daran|lag daran|wegen|sodass|damit");
/** What was chosen, or will hold from now on. */
const decides = either("decid(?:e|ed|ing)|decision|agreed|settled on|let[’']?s (?:use|keep|go with|stick|switch|drop|stop|not|do)", "we(?:[’']ll| will| should| must)? (?:use|keep|go with|stick|switch|drop|store|write)|i (?:prefer|want)|prefer(?:s|red)?", "instead of|rather than|instead|from now on|by convention|chose|chosen|switch(?:ed)? to|replaced (?:by|with)|no longer|not any ?more", "must (?:not|never|stay|be)|may (?:be|not)|have to stay|never|always|only|everywhere|not this|nobody minds", "wir (?:nehmen|nutzen|verwenden|bleiben|machen|behalten)|entschieden|Entscheidung|statt|stattdessen|ab jetzt|ab sofort|künftig", "immer|nie|niemals|nur noch|darf nicht|dürfen nicht|muss|müssen|nicht mehr|behalten|kein(?:e|en)?");
/** What was left aside. */
const rejects = either("rejected|ruled out|not worth|won[’']t (?:use|do)|don[’']t (?:love|like|want)|no-go|can[’']t do|didn[’']t help|did not help|would (?:only )?(?:move|hide|break|fail)", "too (?:slow|big|small|heavy|expensive|risky)|awful|overkill|against", "verworfen|lohnt sich nicht|hilft nicht|zu (?:klein|groß|langsam|teuer|aufwendig)|dagegen|lieber nicht");
/** What was done, as a report says it. */
const reports = either("fixed|changed|moved|added|removed|replaced|renamed|raised|bumped|set|sets|reverted|switched|registered|generated|deleted|now|instead", "geändert|ergänzt|entfernt|ersetzt|umgestellt|eingerichtet|behoben|jetzt|nun|gelöscht|umbenannt");
/** What remains to be done. */
const remains = either("still (?:to|has|have|missing|open|wrong|fails?|failing|broken|not|needs?|expose)|not yet|remaining|remains to|(?:are|is) left|(?:is|are|still) missing|todo|follow-up|untested|unverified|not (?:been )?(?:verified|tested|done|reindexed|migrated)|has to be|have to be|needs? to be|to be (?:added|done)|have to|still has|nobody has|blocked|next step|what we need next|before the release|i have not|next is|plan:", "offen|fehlt noch|fehlen noch|noch (?:nicht|kein|keine|einen|eine|zu)|brauchen wir noch|steht noch aus|stehen noch aus|muss noch|müssen noch|nicht angefasst|nächster Schritt");
/** Guesses, which later sentences confirm or not. */
const guesses = either("might|may be|maybe|probably|most likely|perhaps|could be|could|should fix|should work|i think|i suspect|my guess|possibly|looks like|seems", "vielleicht|vermutlich|wahrscheinlich|könnte|ich glaube|scheint");
/** What the agent is about to do, and what it says to be polite. */
const announces = /^(?:(?:okay|ok|right|good|great|perfect|sure|understood|interesting|hm+|ah|now|next|then|first|so|and|gut|gerne|klar|alles klar|zuerst|jetzt)[,.!:]?\s+)*(?:i['’]?ll|i will|i['’]?m going to|i am going to|i['’]?d (?:put|compare|start)|let me|let['’]?s (?:see|look|check|try|avoid|start|find)|i['’]?m (?:checking|looking|reading|running|trying)|looking (?:at|into)|checking|running|reading|we(?:['’]ll| will) (?:see|look)|ich (?:sehe|schaue|prüfe|lese|suche|werde|fange)|schauen wir|mal sehen)\b/iu;
/** Sentences that tell nothing: thanks, praise, "all tests pass", offers of help. */
const saysNothing = /^(?:(?:ok|okay|hi|hey|hello|thanks|thank you|thx|ty|great|good|nice|perfect|amazing|awesome|super|cool|sure|yes|yep|yeah|no|done|fixed|all done|reproduced|understood|agreed|right|exactly|correct|you['’]re (?:right|welcome|a star)|got it|makes sense|sounds good|great choice|good (?:question|catch|catches|point|idea)|found it|there it is|i see|here['’]s what we have now|where we are|fertig|erledigt|danke|vielen dank|bitte|gut|gerne|alles klar|prima|klar|ja|nein|genau)[\s,.!:;–—-]*)+$|\b(?:let me know|happy to|would you like|do you want me|feel free|hope (?:that|you|i)|looks good|i hope|nice tests|anything else|sag (?:mir )?bescheid|melde dich|soll ich)\b|^(?:all )?(?:the |die |alle )?(?:[\d,.]+ )?(?:\w+ )?(?:tests?|specs?|checks?|builds?|suite)(?: all| jetzt| now)? (?:pass|passed|passes|succeeds?|ok|green|laufen(?: durch)?|grün|sind grün)\b[^,;]*$|^(?:pushed|committed|gepusht)\b/iu;
/** Begins a question of someone who leaves the mark out. */
const begsQuestion = /^(?:(?:ok|okay|and|but|so|und|aber)[,\s]+)*(?:can (?:we|you|i)|could (?:we|you)|should (?:we|i)|what|why|how|where|which|who|is (?:it|there|that)|are there|do (?:we|you)|does|kann(?:st)?|könn(?:en|ten)|soll(?:en)?|warum|wieso|wie|wo|welche[rs]?|gibt es)\b/iu;
/** Takes back what was said before. */
const takesBack = either("that[’']?s not it|that is not it|not it|didn[’']?t help|did not help|still (?:fails|failing|broken|the same|\\d)|i was wrong|you[’']?re right, i was|revert(?:ed)? (?:that|it)|undo that|wasn[’']?t (?:it|the)|isn[’']?t (?:it|the)|so it (?:isn|wasn)[’']t|never mind that", "das war(?:[’']?s)? es nicht|daran liegt es nicht|hilft nicht|immer noch|ich lag falsch|falsch gelegen|mach das rückgängig|nimm das zurück");
/** Agrees with what the agent proposed. */
const agrees = /^(?:(?:ok|okay|yes|yep|yeah|sure|agreed|right|great|good|perfect|sounds (?:good|right)|go ahead|do (?:it|that|so)|please do|ja|gut|genau|klar|passt|so machen|einverstanden|mach das|alles klar)\b[\s,.!:;–—-]*)/iu;
/** Words in which a person puts a rule, besides those that `instructionsIn` knows. */
const demands = either("no [\\p{L}-]+ (?:exports?|please|in this)|please(?: use)? no|never|always|must|only|everywhere|everybody|from now on|stay|keeps?|not (?:by hand|this)|has to|have to|remember|otherwise", "nie|niemals|immer|muss|müssen|darf|dürfen|nur|ab jetzt|ab sofort|bitte kein(?:e|en)?|merk dir|sonst");
// src/memory/hooks/session/sentences.ts
const segments = new Intl.Segmenter("en", { granularity: "sentence" });
const maxLength = 420;
const abbreviation = /\b(?:z\. ?B|d\. ?h|e\.g|i\.e|etc|vs|bzw|ca|approx|Nr|No)\.$/;
/** The sentences of the prose; code blocks, tables, quotations and headings are left out. */
function sentencesOf(text, minLength = 16) {
	return proseLines(text).flatMap((line) => sentencesInLine(line)).filter((each) => each.length >= minLength && each.length <= maxLength);
}
/** The items of the lists in a text, by their label: "2" or "b". */
function labelledItems(text) {
	const items = /* @__PURE__ */ new Map();
	for (const line of text.split("\n")) {
		const [beginning = "", label] = /^(?:[-*•] )?(?:\*\*)?(?:option )?([1-9]|[a-h])[.):]/i.exec(line.trim()) ?? [];
		const item = line.trim().slice(beginning.length).replaceAll("**", "").trim();
		if (label !== void 0 && item !== "") items.set(label.toLowerCase(), item);
	}
	return items;
}
const proseLines = (text) => text.replace(/```[\s\S]*?(?:```|$)/g, "\n").split("\n").filter((line) => !/^\s*(?:\||>|#{1,6}\s|\+|\d+\s*\|)/.test(line)).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)]|[a-h]\))\s+/, "").replaceAll("**", ""));
/** The standard's rules do not end a sentence before a lower-case letter, with which names of files and terse sentences begin. */
const end = /(?<=[\p{L}\p{N}%)\]`"'”’][.!?])\s+/u;
function sentencesInLine(line) {
	const sentences = [];
	for (const piece of Array.from(segments.segment(line), ({ segment }) => segment).flatMap((each) => each.split(end))) {
		const last = sentences.at(-1);
		if (last !== void 0 && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${piece.trim()}`;
		else sentences.push(piece.trim());
	}
	return sentences;
}
// src/memory/hooks/session/outcome.ts
/** Names something: a number, code, a path, an identifier. */
const isSpecific = (text) => /\d|`|\w\.[a-z]{1,4}\b|\p{Ll}\p{Lu}|\w_\w|\w\/\w|\p{Lu}{2,}/u.test(text);
/**
* What the session settled and left open, in the order it was said. `knowsPhrases` is false for a language whose phrases are
* not listed: then only the place of a sentence tells.
*/
function findingsIn(turns, knowsPhrases) {
	const lastWithRemarks = turns.findLastIndex(({ said }) => said.length > 0);
	return turns.flatMap((turn, place) => {
		const next = turns[place + 1]?.request;
		const isTakenBack = next !== void 0 && takesBack.test(next.slice(0, 120));
		const isNearEnd = place >= lastWithRemarks - 1;
		return [...saidByUser(turn, turns[place - 1], place === 0), ...isTakenBack ? [] : saidByAgent(turn, isNearEnd, knowsPhrases)];
	});
}
function saidByUser({ request }, before, isFirst) {
	if (request === void 0) return [];
	const choice = choiceIn(request, before);
	const demanded = new Set(instructionsIn(request).map(({ text }) => text));
	const own = sentencesOf(request, isFirst ? 16 : 6).filter((each) => {
		if (isQuestion(each) || begsQuestion.test(each) || saysNothing.test(each) || takesBack.test(each)) return false;
		if (demanded.has(each) || rejects.test(each)) return true;
		if (isFirst) return demands.test(each) && decides.test(each);
		const said = each.replace(agrees, "");
		return said.length > 5 && (demands.test(said) || decides.test(said) || explains.test(said) || saysSomething(said));
	});
	return [...choice, ...own].map((text) => ({
		text,
		isOpen: false,
		weight: 3,
		from: "user"
	}));
}
/** "use 8090", "it only happens on web-07"; not "continue with part 2". */
const saysSomething = (said) => isSpecific(said) && !/^(?:continue|go on|try|run|show|look|check|read|open|commit|push|weiter|mach weiter|zeig)\b/iu.test(said);
const picks = /^(?:(?:option|variante|number|nr\.?)\s*)?([1-9]|[a-h])(?:[.):,]|\s+(?:sounds|please|is|it is|then|bitte|klingt)\b|\s*$)/iu;
/** "2." after a list: what was chosen, and what was not. */
function choiceIn(request, before) {
	const label = picks.exec(request.trim())?.[1]?.toLowerCase();
	const offered = labelledItems(before?.said.at(-1)?.text ?? "");
	if (label === void 0 || !offered.has(label) || offered.size < 2) return [];
	return [...offered].map(([each, item]) => each === label ? `Chosen: ${item}` : `Not chosen: ${item}`);
}
function saidByAgent({ said }, isNearEnd, knowsPhrases) {
	return said.flatMap(({ text, isOnTheWay }) => {
		const offered = offeredIn(text);
		return sentencesOf(text).flatMap((each) => {
			if (isQuestion(each) || announces.test(each) || saysNothing.test(each) || takesBack.test(each)) return [];
			if ([...offered].some((item) => item.includes(each))) return [];
			const isOpen = remains.test(each);
			if (guesses.test(each) && !isOpen) return [];
			const weight = knowsPhrases ? weigh(each, isOnTheWay) : isOnTheWay && each.length < 60 ? 0 : 1;
			if (!(weight > 0 || isOpen && !isOnTheWay) || isOpen && (isOnTheWay || !isNearEnd) && !explains.test(each)) return [];
			return [{
				text: each,
				isOpen: isOpen && !isOnTheWay && isNearEnd,
				weight: Math.max(weight, 1),
				from: "agent"
			}];
		});
	});
}
/** The items of a list that ends in a question are offers. */
function offeredIn(text) {
	const items = labelledItems(text);
	const asks = /\?|\brecommend|\bwould (?:pick|choose|take)\b|\bempfehl/i.test(text.slice(-200));
	return items.size >= 2 && asks ? new Set(items.values()) : /* @__PURE__ */ new Set();
}
function weigh(sentence, isOnTheWay) {
	const isTelling = explains.test(sentence) || rejects.test(sentence);
	if (isOnTheWay) return isTelling && (isSpecific(sentence) || sentence.length > 60) ? 2 : 0;
	if (isTelling || decides.test(sentence)) return 3;
	if (reports.test(sentence)) return isSpecific(sentence) ? 2.5 : 1.5;
	return isSpecific(sentence) ? 1 : 0;
}
// src/memory/recall/text/language.ts
/** The language with the most function words; ties go to the first of `preferred`. */
function languageByFunctionWords(words, preferred) {
	const votes = /* @__PURE__ */ new Map();
	for (const word of words) for (const language of languagesOfStopWord.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
	let best;
	for (const language of [...preferred, ...votes.keys()]) {
		const count = votes.get(language) ?? 0;
		if (count > (best?.votes ?? 0)) best = {
			language,
			votes: count
		};
	}
	return best;
}
// src/memory/hooks/session/session-language.ts
/** Languages whose phrases `phrases.ts` lists. */
const listed = ["en", "de"];
const maxWords = 400;
/** Whether the session is held in a language whose phrases are known. */
function languageIsListed(turns) {
	const text = turns.map(({ request = "", said }) => [request, ...said.map((each) => each.text)].join(" ")).join(" ");
	const language = languageByFunctionWords((text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).slice(0, maxWords), listed)?.language;
	return language === void 0 ? /^[\p{Script=Latin}\P{L}]*$/u.test(text.slice(0, 2e3)) : listed.includes(language);
}
// src/memory/hooks/session/turns.ts
function turnsOf(events) {
	const turns = [];
	let current;
	const turn = (request) => {
		const next = {
			request,
			said: [],
			calls: []
		};
		turns.push(next);
		return next;
	};
	for (const event of events) {
		if (event.from === "memory") continue;
		if (event.from === "user") {
			current = turn(event.text);
			continue;
		}
		current ??= turn(void 0);
		if (event.from === "tool") {
			current.calls.push(event.call);
			for (const remark of current.said) remark.isOnTheWay = true;
		} else current.said.push({
			text: event.text,
			isOnTheWay: false
		});
	}
	return turns;
}
// src/memory/hooks/session/summarise-session.ts
const maxLines = {
	asked: 3,
	settled: 10,
	errors: 3,
	files: 8,
	open: 4
};
const maxRequestLength = 240;
/** What a session came to, in its own words; undefined when it came to nothing. */
function summariseSession(events, { remembered, isIgnored, folder = "" }) {
	const isKnown = createRepetitionCheck([...remembered, ...recalledIn(events)]);
	const turns = turnsOf(events);
	const calls = turns.flatMap((turn) => turn.calls).filter((call) => !isRecalling(call) && [pathOf(call) ?? "", ...changedBy(call)].every((path) => !isIgnored(path)));
	const found = findingsIn(turns, languageIsListed(turns)).filter(({ text }) => !isKnown(text));
	const said = new Set(found.map(({ text }) => text));
	const asked = askedIn(turns).filter((line) => !said.has(line) && !isKnown(line));
	if (calls.length === 0 && !found.some(({ from }) => from === "user")) return void 0;
	const settled = heaviest(found.filter(({ isOpen }) => !isOpen), maxLines.settled);
	const open = heaviest(found.filter(({ isOpen }) => isOpen), maxLines.open);
	const errors = section("Errors", distinct(failuresIn(calls, [...asked, ...settled])).slice(-maxLines.errors));
	const changed = distinct(calls.flatMap(changedBy).map((path) => within(folder, path))).slice(0, maxLines.files);
	if (settled.length + open.length + changed.length === 0 && errors === "") return void 0;
	const times = events.flatMap(({ at }) => at === null ? [] : [at]);
	return {
		text: [
			section("Asked", asked),
			section("Settled", settled),
			errors,
			section("Open", open),
			section("Changed", changed)
		].filter((each) => each !== "").join("\n").toWellFormed(),
		errors,
		startedAt: times.length === 0 ? null : Math.min(...times),
		endedAt: times.length === 0 ? null : Math.max(...times)
	};
}
const section = (title, lines) => lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
const distinct = (lines) => [...new Set(lines)];
/** The first request and the last ones, each by its first sentence with a subject. */
function askedIn(turns) {
	const first = turns.findIndex(({ request = "" }) => partsOf(request).length > 0);
	const lines = turns.flatMap(({ request = "", said, calls }, place) => {
		if (!(said.length + calls.length > 0 || place === first) || partsOf(request).length === 0) return [];
		return [cutLine(sentencesOf(request).find((each) => partsOf(each).length > 0) ?? request, maxRequestLength)];
	});
	const all = distinct(lines);
	return all.length <= maxLines.asked ? all : [...all.slice(0, 1), ...all.slice(1 - maxLines.asked)];
}
/** Those that say most, in the order in which they were said; what is said twice, as it was said last. */
function heaviest(found, count) {
	const last = new Map(found.map((each, place) => [each.text, place]));
	const once = found.filter((each, place) => last.get(each.text) === place);
	const ranked = once.toSorted((a, b) => b.weight - a.weight).slice(0, count);
	return once.filter((each) => ranked.includes(each)).map(({ text }) => text);
}
const within = (folder, path) => folder !== "" && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
/** Texts that hooks injected or the agent recalled, which are stored already. */
const recalledIn = (events) => events.flatMap((event) => {
	if (event.from === "memory") return [event.text];
	return event.from === "tool" && isRecalling(event.call) ? [recalledText(event.call)] : [];
});
const recalledText = ({ output }) => output.replaceAll("\\n", "\n");
// test/bench/sessions/sessions.test.ts
const load = async (name) => await import(new URL(name, import.meta.url).href);
const { readSessions } = await load("./read-script.mjs");
const { stagesOf } = await load("./transcripts.mjs");
const { judgeSession, sumUp } = await load("./judge.mjs");
const cwd = "/home/ada/shop";
function leftBy(script) {
	const { name, transcript } = stagesOf(script, {
		session: script.name,
		cwd
	}).at(-1);
	const lines = name.endsWith(".json") ? [transcript] : transcript.split("\n");
	const read = createTranscriptReader();
	const events = lines.flatMap((line) => read(line));
	expect(originOf(lines.slice(0, 40)).isHeadless).toBe(script.isHeadless);
	if (script.isHeadless) return [];
	return [summariseSession(events, {
		remembered: script.projectSays,
		isIgnored: () => false,
		folder: cwd
	})?.text].filter((text) => text !== void 0);
}
describe$1("the sessions of `npm run bench:sessions`", () => {
	test.each(["development", "set-aside"])("%s: a label asks only for words of its session", (half) => {
		for (const { name, points, turns, leavesNothing } of readSessions(half)) {
			const said = turns.map(({ text }) => text.toLowerCase()).join("\n");
			expect({
				name,
				leavesNothing
			}).toEqual({
				name,
				leavesNothing: points.length === 0
			});
			for (const { name: point, alternatives } of points) {
				const isThere = alternatives.some((words) => words.every((word) => said.includes(word)));
				expect({
					name,
					point,
					isThere
				}).toEqual({
					name,
					point,
					isThere: true
				});
			}
		}
	});
	test("[HOK23] those of the development half leave what matters, and none the request alone", () => {
		const sums = sumUp(readSessions("development").map((script) => judgeSession(script, leftBy(script))));
		expect(sums.recall).toBeGreaterThanOrEqual(.9);
		expect(sums.precision).toBeGreaterThanOrEqual(.8);
		expect(sums).toMatchObject({
			questionOnly: 0,
			unwanted: 0
		});
	});
});
export {};
